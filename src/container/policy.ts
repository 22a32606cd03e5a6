/** Under which policies does a container keep documents? The part of its definition that decides what it accepts. */
import type { Path } from '../document/path.ts';
import type { KeyVersion } from './effective-key.ts';

export interface ContainerPolicy {
  /** One to three paths. */
  readonly partitionKey: readonly Path[];
  /** How it is hashed; absent: 2. */
  readonly keyVersion?: KeyVersion;
  /** Each constraint is one or more paths. */
  readonly uniqueKeys: readonly (readonly Path[])[];
  /** Seconds; -1: no default, but items may have their own; absent: no item expires. */
  readonly defaultTtl?: number;
}
