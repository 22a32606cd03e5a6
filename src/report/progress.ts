/** How far is a run, and how long will it take? One line, from what was read so far. */
import { amountText, bytesText, countText, durationText } from './text/quantities.ts';

export interface Progress {
  /** What is being done, when it is not reading: `deciding conflicts`. */
  readonly phase?: string;
  /** Documents read so far. */
  readonly documents: number;
  /** Bytes of the source's files read so far, as they lie on disk. */
  readonly bytesRead: number;
  /** All of them; absent where it is not known, as for standard input. */
  readonly bytesTotal?: number | undefined;
}

/**
 * `reading  42 %  1,200,000 documents  55,000/s  61.2 MiB/s  about 20 s left`
 * @param seconds since work began, at `before`
 */
export function progressText(
  { phase, documents, bytesRead, bytesTotal }: Progress,
  seconds: number,
  before: Pick<Progress, 'documents' | 'bytesRead'> = NOTHING,
): string {
  const parts = [phase ?? 'reading'];
  const share = bytesTotal === undefined || bytesTotal === 0 ? undefined : Math.min(1, bytesRead / bytesTotal);
  if (share !== undefined) parts.push(`${Math.floor(share * 100)} %`);
  parts.push(amountText(documents, 'document'));
  if (seconds >= 1) {
    const bytes = bytesRead - before.bytesRead;
    parts.push(
      `${countText(Math.round((documents - before.documents) / seconds))}/s`,
      `${bytesText(bytes / seconds)}/s`,
    );
    // A guess from the first moments would only mislead.
    if (bytesTotal !== undefined && bytes > bytesTotal / 100 && bytesRead < bytesTotal)
      parts.push(`about ${durationText(Math.ceil((seconds / bytes) * (bytesTotal - bytesRead)))} left`);
  }
  return parts.join('  ');
}

const NOTHING = { documents: 0, bytesRead: 0 } as const;
