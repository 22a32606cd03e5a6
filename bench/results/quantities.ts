/** How are measured values written? */

export function seconds(value: number): string {
  return `${value.toFixed(2)} s`;
}

/** Of a million bytes. */
export function megabytes(bytes: number): string {
  const value = bytes / 1e6;
  return `${value < 10 ? value.toFixed(1) : quantity(value)} MB`;
}

export function rate(bytes: number, time: number): string {
  return `${megabytes(bytes / time)}/s`;
}

export function times(ratio: number): string {
  return ratio.toFixed(2);
}

/** A whole number with its thousands apart. */
export function quantity(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}
