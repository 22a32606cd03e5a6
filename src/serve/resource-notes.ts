/** How are databases and containers kept? As JSON under their `_rid`, from which they are read when a file is opened. */
import { hexOf, type PhysicalRange } from './ranges.ts';
import type { ContainerResource, DatabaseResource } from './resources.ts';

type Note = readonly [name: string, text: string];

/** A container as it was noted: what it belongs to is a `_rid`. */
export type NotedContainer = Omit<ContainerResource, 'database' | 'items' | 'budgets' | 'locked'> & {
  readonly database: string;
};

export function writeDatabaseNote({ id, rid, written, throughput }: DatabaseResource): Note {
  return [`database/${rid}`, JSON.stringify({ id, written, throughput })];
}

export function readDatabaseNote(name: string, text: string): DatabaseResource {
  const noted = JSON.parse(text) as Pick<DatabaseResource, 'id' | 'written' | 'throughput'>;
  return { ...noted, rid: ridIn(name), containers: new Map() };
}

export function writeContainerNote(container: ContainerResource): Note {
  const { id, rid, database, definition, written, version, throughput } = container;
  const ranges = container.ranges.map((range) => ({ ...range, from: hexOf(range.from), to: hexOf(range.to) }));
  const noted = { id, database: database.rid, definition, written, version, throughput, ranges };
  return [`container/${rid}`, JSON.stringify(noted)];
}

export function readContainerNote(name: string, text: string): NotedContainer {
  const noted = JSON.parse(text) as Omit<NotedContainer, 'rid' | 'ranges'> & { readonly ranges: readonly NotedRange[] };
  const ranges = noted.ranges.map((range) => ({
    ...range,
    from: Buffer.from(range.from, 'hex'),
    to: Buffer.from(range.to, 'hex'),
  }));
  return { ...noted, rid: ridIn(name), ranges };
}

interface NotedRange extends Omit<PhysicalRange, 'from' | 'to'> {
  readonly from: string;
  readonly to: string;
}

function ridIn(name: string): string {
  return name.slice(name.indexOf('/') + 1);
}
