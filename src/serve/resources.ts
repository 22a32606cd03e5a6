/** What does the server keep of a database and of a container, beside the items? */
import type { Clock } from '../container/change-log.ts';
import type { Container } from '../container/container.ts';
import type { Definition } from '../container/definition.ts';
import { Budget } from './budget.ts';
import type { PhysicalRange } from './ranges.ts';
import type { Throughput } from './throughput.ts';

export interface DatabaseResource {
  readonly id: string;
  readonly rid: string;
  /** Seconds since 1970. */
  readonly written: number;
  /** What its containers without throughput of their own share. */
  throughput: Throughput | undefined;
  readonly containers: Map<string, ContainerResource>;
}

export interface ContainerResource {
  readonly id: string;
  readonly rid: string;
  readonly database: DatabaseResource;
  /** Its policies, with what the service adds. */
  definition: Definition;
  written: number;
  /** How often it has been written: its etag. */
  version: number;
  ranges: readonly PhysicalRange[];
  throughput: Throughput | undefined;
  items: Container;
  /** What each range may spend, by its id; none without a limit. */
  budgets: ReadonlyMap<string, Budget>;
  /** Ids of the ranges that are being split or merged. */
  readonly locked: Set<string>;
}

export function selfOf(resource: DatabaseResource | ContainerResource): string {
  return 'database' in resource ? `dbs/${resource.database.rid}/colls/${resource.rid}/` : `dbs/${resource.rid}/`;
}

/** Each range gets an equal part, as in the service. */
export function budgetsOf(
  ranges: readonly PhysicalRange[],
  perSecond: number | undefined,
  now: Clock,
): ReadonlyMap<string, Budget> {
  if (perSecond === undefined) return new Map();
  return new Map(ranges.map(({ id }) => [id, new Budget(perSecond / ranges.length, now)]));
}

/** A container as the protocol shows it. */
export function containerBody(container: ContainerResource): object {
  const { id, rid, definition, written } = container;
  return {
    id,
    ...definition,
    _rid: rid,
    _ts: written,
    _self: selfOf(container),
    _etag: containerEtag(container),
    _docs: 'docs/',
    _sprocs: 'sprocs/',
    _triggers: 'triggers/',
    _udfs: 'udfs/',
    _conflicts: 'conflicts/',
  };
}

export function containerEtag({ version, written }: ContainerResource): string {
  return resourceEtag(version, written);
}

export function resourceEtag(version: number, written: number): string {
  return `"${version.toString(16).padStart(8, '0')}-0000-0000-0000-${written.toString(16).padStart(8, '0')}0000"`;
}
