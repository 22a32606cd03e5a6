// Serves an account in the process of the program that runs the rules, and does what the protocol has no request for.
import process from 'node:process';
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

export function throttle({ databaseId, containerId, step }: Context): void {
  const container = catalog.container(databaseId, containerId);
  if (container === undefined) throw new Error(`There is no container ${containerId}.`);
  catalog.throttle(container, step.ru);
}
