/** How are numbers shown to people? The same everywhere: grouped digits, decimal units, rounded durations. */

/** 1234567 → `1,234,567` */
export function countText(count: number): string {
  return count.toLocaleString('en-US');
}

/** `1 document`, `2,000 documents` */
export function amountText(count: number, one: string, many: string = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : many}`;
}

/** 1536 → `1.5 KiB`; binary units, as the limit of 2 MiB is one. */
export function bytesText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  // 1023.95 would round to 1024.0 of the smaller unit.
  while (value >= 1023.95 && unit < UNITS.length - 1) {
    value /= 1024;
    unit++;
  }
  return unit === 0 ? amountText(bytes, 'byte') : `${value.toFixed(1)} ${UNITS[unit]!}`;
}

/** 0.4 → `0.4 s`, 75 → `1 min 15 s`, 7260 → `2 h 1 min` */
export function durationText(seconds: number): string {
  if (seconds < 9.95 && !Number.isInteger(seconds)) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${countText(Math.floor(whole / 3600))} h ${Math.floor((whole % 3600) / 60)} min`;
}

const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];
