/** Can a database or container be called this? Up to 255 characters, none of `/ \ ? #`, no blank at the end. */

/** What is wrong with the name. */
export function nameProblem(name: unknown): string | undefined {
  if (typeof name !== 'string' || name === '') return 'An id is a text that is not empty.';
  if (name.length > 255) return `The id has ${name.length} characters, and at most 255 are allowed.`;
  if (/[/\\?#]/.test(name)) return `The id ${JSON.stringify(name)} holds one of / \\ ? #.`;
  return name.endsWith(' ') ? `The id ${JSON.stringify(name)} ends with a blank.` : undefined;
}
