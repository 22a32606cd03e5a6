/** What is said while a benchmark runs? On standard error, so that standard output holds results only. */
import type { Measured } from '../measure/process.ts';
import { megabytes, seconds } from './quantities.ts';

export function logRun(name: string, { seconds: wall, cpuSeconds, peakBytes }: Measured): void {
  console.error(`  ${name}: ${seconds(wall)}, CPU ${seconds(cpuSeconds)}, peak ${megabytes(peakBytes)}`);
}
