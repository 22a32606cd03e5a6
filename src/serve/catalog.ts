/**
 * Which databases and containers are there? They are kept as notes in the embedded database, beside the items of their
 * containers, whose name there is the `_rid`.
 */
import type { Clock } from '../container/change-log.ts';
import { EmbeddedDatabase } from '../container/database.ts';
import type { Definition } from '../container/definition.ts';
import type { Result } from '../container/result.ts';
import { withDefaults } from './default-policies.ts';
import { evenRanges, type PhysicalRange } from './ranges.ts';
import { readContainerNote, readDatabaseNote, writeContainerNote, writeDatabaseNote } from './resource-notes.ts';
import { containerRid, databaseRid } from './resource-ids.ts';
import { budgetsOf, type ContainerResource, type DatabaseResource } from './resources.ts';
import { LEAST, type Throughput } from './throughput.ts';

export interface CatalogOptions {
  /** The database's file. @default in memory */
  readonly file?: string | undefined;
  /** Ranges of a new container. @default 1 */
  readonly ranges?: number | undefined;
  /** Request units a second of a container that asks for none; with it all budgets are enforced. @default no limits */
  readonly ru?: number | undefined;
  /** @default the machine's */
  readonly now?: Clock | undefined;
}

export class Catalog {
  readonly databases: Map<string, DatabaseResource> = new Map<string, DatabaseResource>();
  readonly now: Clock;
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #store: EmbeddedDatabase;
  readonly #ranges: number;
  readonly #ru: number | undefined;

  constructor({ file, ranges = 1, ru, now = Date.now }: CatalogOptions = {}) {
    this.now = now;
    this.#ranges = ranges;
    this.#ru = ru;
    this.#store = new EmbeddedDatabase(file, now);
    const byRid = new Map<string, DatabaseResource>();
    for (const [name, text] of this.#store.notes('database/')) {
      const database = readDatabaseNote(name, text);
      byRid.set(database.rid, database);
      this.databases.set(database.id, database);
    }
    for (const [name, text] of this.#store.notes('container/')) {
      const { database: owner, ...rest } = readContainerNote(name, text);
      const database = byRid.get(owner);
      const items = this.#store.container(rest.rid);
      if (database === undefined || items === undefined)
        throw new Error(`The file holds half of container ${rest.id}.`);
      const budgets = this.#budgets(rest, rest.throughput);
      database.containers.set(rest.id, { ...rest, database, items, budgets, locked: new Set() });
    }
  }

  container(database: string, container: string): ContainerResource | undefined {
    return this.databases.get(database)?.containers.get(container);
  }

  createDatabase(id: string, throughput: Throughput | undefined): DatabaseResource {
    const containers = new Map<string, ContainerResource>();
    const database = { id, rid: databaseRid(), written: this.#seconds, throughput, containers };
    this.databases.set(id, database);
    this.#store.note(...writeDatabaseNote(database));
    return database;
  }

  deleteDatabase(database: DatabaseResource): void {
    for (const container of database.containers.values()) this.deleteContainer(container);
    this.databases.delete(database.id);
    this.#store.note(writeDatabaseNote(database)[0], undefined);
  }

  createContainer(
    database: DatabaseResource,
    id: string,
    sent: Definition,
    asked: Throughput | undefined,
  ): ContainerResource | Result {
    const rid = containerRid(database.rid);
    const made = this.#store.createContainer(rid, sent);
    if (made.status !== 201) return made;
    const items = this.#store.container(rid)!;
    const ranges = evenRanges(this.#ranges, items.policy.keyVersion ?? 2);
    const throughput = asked ?? (database.throughput === undefined ? this.#usual : undefined);
    const container: ContainerResource = {
      id,
      rid,
      database,
      definition: withDefaults(sent),
      written: this.#seconds,
      version: 1,
      ranges,
      throughput,
      items,
      budgets: this.#budgets({ ranges }, throughput),
      locked: new Set(),
    };
    database.containers.set(id, container);
    this.#store.note(...writeContainerNote(container));
    return container;
  }

  /** The answer of the embedded container. */
  replaceContainer(container: ContainerResource, sent: Definition): Result {
    const replaced = this.#store.replaceContainer(container.rid, sent);
    if (replaced.status !== 200) return replaced;
    container.definition = withDefaults(sent);
    container.written = this.#seconds;
    container.version++;
    container.items = this.#store.container(container.rid)!;
    this.#store.note(...writeContainerNote(container));
    return replaced;
  }

  deleteContainer(container: ContainerResource): void {
    container.database.containers.delete(container.id);
    this.#store.note(writeContainerNote(container)[0], undefined);
    this.#store.deleteContainer(container.rid);
  }

  provide(resource: DatabaseResource | ContainerResource, throughput: Throughput): void {
    resource.throughput = throughput;
    if (!('database' in resource)) {
      this.#store.note(...writeDatabaseNote(resource));
      return;
    }
    resource.budgets = this.#budgets(resource, throughput);
    this.#store.note(...writeContainerNote(resource));
  }

  /** Enforces a limit from now on, or none. */
  throttle(container: ContainerResource, perSecond: number | undefined): void {
    container.budgets = budgetsOf(container.ranges, perSecond, this.now);
  }

  /** Spreads a container over other ranges, among which the same throughput is divided. */
  spread(container: ContainerResource, ranges: readonly PhysicalRange[]): void {
    const limits = [...container.budgets.values()].map(({ perSecond }) => perSecond);
    const limit = limits.length === 0 ? undefined : limits.reduce((sum, perSecond) => sum + perSecond);
    container.ranges = ranges;
    container.budgets = budgetsOf(ranges, limit, this.now);
    if (container.database.containers.get(container.id) === container)
      this.#store.note(...writeContainerNote(container));
  }

  /** Does something after so many milliseconds, unless it is closed by then. */
  later(work: () => void, milliseconds: number): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      work();
    }, milliseconds);
    this.#timers.add(timer);
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#store.close();
  }

  get #seconds(): number {
    return Math.floor(this.now() / 1000);
  }

  get #usual(): Throughput {
    return this.#ru === undefined ? LEAST : { perSecond: this.#ru, autoscale: false };
  }

  /** A container that shares its database's throughput is not limited. */
  #budgets(
    { ranges }: Pick<ContainerResource, 'ranges'>,
    throughput: Throughput | undefined,
  ): ContainerResource['budgets'] {
    return budgetsOf(ranges, this.#ru === undefined ? undefined : throughput?.perSecond, this.now);
  }
}
