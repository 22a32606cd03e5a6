/** On what kind of machine was this measured? Nothing that tells one machine of a kind from another. */
import { availableParallelism, cpus, totalmem } from 'node:os';
import process from 'node:process';
import { quantity } from './quantities.ts';

export function machineSentence(runs: number): string {
  const model = cpus()[0]?.model.trim();
  const cores = availableParallelism();
  const memory = `${quantity(totalmem() / 2 ** 30)} GiB of memory`;
  const rounds = runs === 1 ? 'one run after one to warm up' : `medians of ${runs} runs after one to warm up`;
  return (
    `Measured on ${new Date().toISOString().slice(0, 10)}: ${rounds}; Node ${process.versions.node}, ${process.platform} ` +
    `${process.arch}, ${cores} ${cores === 1 ? 'core' : 'cores'}${model ? ` (${model})` : ''}, ${memory}.`
  );
}
