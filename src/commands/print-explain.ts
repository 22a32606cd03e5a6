/** What does it mean? The answer is what was asked for, so it goes to standard output. */
import process from 'node:process';
import { EXIT_STATUS, type ExitStatus } from '../exit-status.ts';
import { explanationText, listText } from './explain/explanation-text.ts';
import { explain, explainAll } from './explain.ts';
import { textWidth } from './text-width.ts';

export interface ExplainOptions {
  readonly json?: boolean;
}

export async function printExplain(name: string | undefined, { json = false }: ExplainOptions): Promise<ExitStatus> {
  if (name === undefined) {
    const all = await explainAll();
    process.stdout.write(json ? jsonText(all) : listText(all, textWidth()));
  } else {
    const one = await explain(name);
    process.stdout.write(json ? jsonText(one) : explanationText(one, textWidth()));
  }
  return EXIT_STATUS.done;
}

function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
