/** How is a standing shown? Its name, wall, CPU, rate and peak memory: the first columns of a table. */
import type { Standing } from '../measure/contest.ts';
import { megabytes, rate, seconds } from './quantities.ts';

/** @param bytes of the input */
export function standingCells({ name, seconds: wall, cpuSeconds, peakBytes }: Standing, bytes: number): string[] {
  return [name, seconds(wall), seconds(cpuSeconds), rate(bytes, wall), megabytes(peakBytes)];
}
