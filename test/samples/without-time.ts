/** The text of a report with what differs from run to run made the same. */
export function withoutTime(text: string): string {
  return text.replace(/, in \d+(\.\d)? s( \(.+\))?$/m, ', in 0.1 s');
}
