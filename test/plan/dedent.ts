// Lets a plan stand indented within a test.

/** Takes away the indentation that all lines share, and blank lines at the ends. */
export function dedent(text: string): string {
  const lines = text
    .replace(/^[ ]*\n/, '')
    .replace(/\n[ ]*$/, '')
    .split('\n');
  const shared = Math.min(
    ...lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length),
  );
  return lines.map((line) => line.slice(Number.isFinite(shared) ? shared : 0)).join('\n');
}
