/**
 * What did this process need? Loaded by --import into each process that is measured; writes to the file that the
 * environment names when the process ends.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { isMainThread } from 'node:worker_threads';

export interface Usage {
  /** Of all threads, in user and system mode. */
  readonly cpuSeconds: number;
  readonly peakBytes: number;
}

const file = process.env['REMODEL_BENCH_USAGE'];
if (isMainThread && file !== undefined) {
  process.on('exit', () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    const usage: Usage = {
      cpuSeconds: (userCPUTime + systemCPUTime) / 1e6,
      peakBytes: peakOfThisProgram() ?? maxRSS * 1024,
    };
    writeFileSync(file, JSON.stringify(usage));
  });
}

/** On Linux `maxRSS` goes over from the process that started this one, if that was larger; this does not. */
function peakOfThisProgram(): number | undefined {
  if (process.platform !== 'linux') return undefined;
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
}
