/** Can files and folders be called so on every system? What one refuses, or takes for another name, no plan should hold. */

/** Windows keeps these for devices, in any case and whatever ending they have. */
const DEVICE = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\.|$)/i;

/** Why not, as the end of a sentence that begins with the name; `undefined` where it can. */
export function fileNameProblem(name: string): string | undefined {
  const device = DEVICE.exec(name)?.[1];
  if (device !== undefined) return `is kept for a device by Windows (${device.toUpperCase()}), whatever ending it has`;
  return /[. ]$/.test(name) ? 'ends with a dot or a blank, which Windows leaves out' : undefined;
}
