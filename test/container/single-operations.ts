// Puts items into one container, one operation at a time, and says what was answered.
import { EmbeddedDatabase } from '../../src/container/database.ts';
import type { Container } from '../../src/container/container.ts';

export interface ContainerSetting {
  readonly partitionKey?: string | readonly string[];
  readonly uniqueKeys?: readonly (readonly string[])[];
  readonly defaultTtl?: number;
}

export function newContainer({ partitionKey = '/pk', uniqueKeys = [], defaultTtl }: ContainerSetting = {}): Container {
  const database = new EmbeddedDatabase();
  const paths = [partitionKey].flat();
  const made = database.createContainer('main', {
    partitionKey: { paths, kind: paths.length > 1 ? 'MultiHash' : 'Hash', version: 2 },
    uniqueKeyPolicy: { uniqueKeys: uniqueKeys.map((key) => ({ paths: key })) },
    ...(defaultTtl === undefined ? {} : { defaultTtl }),
  });
  if (made.status !== 201) throw new Error(made.message);
  return database.container('main')!;
}

/** JSON text stays as it is, other values are printed. */
export function item(body: unknown): Buffer {
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

/** The statuses of creating these items in turn. */
export function created(setting: ContainerSetting, bodies: readonly unknown[]): number[] {
  const container = newContainer(setting);
  return bodies.map((body) => container.create(item(body)).status);
}
