// How long does something work, whatever else the machine does meanwhile? In milliseconds of the processor.
import process from 'node:process';

export async function processorTime(work: () => void | Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
