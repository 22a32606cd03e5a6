/** Is this a time to live? -1 for ever, or a positive whole number of seconds, for a container or an item. */

export const LONGEST_TTL = 2_147_483_647;

export function isTtl(seconds: number): boolean {
  return seconds === -1 || (Number.isInteger(seconds) && seconds >= 1 && seconds <= LONGEST_TTL);
}
