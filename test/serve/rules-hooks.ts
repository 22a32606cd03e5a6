// Serves an account in the process of the program that runs the rules, and does what the protocol has no request for.
import process from 'node:process';
import { mergeRanges, splitRange } from '../../src/serve/range-moves.ts';
import type { ContainerResource } from '../../src/serve/resources.ts';
import { startServer } from '../../src/serve/server.ts';

interface Context {
  readonly databaseId: string;
  readonly containerId: string;
  readonly step: { readonly seconds: number; readonly ru: number };
}

let waited = 0;

const { catalog } = await startServer({
  port: Number(process.env['RULES_PORT']),
  now: () => Date.now() + waited,
});

export function wait({ step }: Context): void {
  waited += step.seconds * 1000;
}

export function throttle(context: Context): void {
  catalog.throttle(containerOf(context), context.step.ru);
}

export function split(context: Context): void {
  const container = containerOf(context);
  splitRange(catalog, container, container.ranges[0]!.id);
}

export function merge(context: Context): void {
  const container = containerOf(context);
  mergeRanges(catalog, container, container.ranges[0]!.id);
}

function containerOf({ databaseId, containerId }: Context): ContainerResource {
  const container = catalog.container(databaseId, containerId);
  if (container === undefined) throw new Error(`There is no container ${containerId}.`);
  return container;
}
