/** Which steps are there? All of them, in the order of the documentation. */
import type { StepDefinition } from '../src/transform/step.ts';
import { ancestors } from './ancestors.ts';
import { bucket } from './bucket.ts';
import { convert } from './convert.ts';
import { copy } from './copy.ts';
import { dedupe } from './dedupe.ts';
import { extract } from './extract.ts';
import { fill } from './fill.ts';
import { flatten } from './flatten.ts';
import { group } from './group.ts';
import { id } from './id.ts';
import { lookup } from './lookup.ts';
import { mask } from './mask.ts';
import { nest } from './nest.ts';
import { partitionKey } from './partitionKey.ts';
import { pick } from './pick.ts';
import { remove } from './remove.ts';
import { rename } from './rename.ts';
import { script } from './script.ts';
import { set } from './set.ts';
import { split } from './split.ts';
import { stringify } from './stringify.ts';
import { ttl } from './ttl.ts';
import { type } from './type.ts';
import { view } from './view.ts';
import { validate } from './validate.ts';
import { where } from './where.ts';

export const STEPS: readonly StepDefinition[] = [
  set,
  fill,
  rename,
  copy,
  remove,
  pick,
  flatten,
  nest,
  stringify,
  type,
  id,
  partitionKey,
  convert,
  ttl,
  validate,
  script,
  where,
  mask,
  split,
  bucket,
  extract,
  view,
  group,
  lookup,
  ancestors,
  dedupe,
];
