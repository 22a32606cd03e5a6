/** Where do the documents of a plan come from? One `source`, or several `sources` by entity. */
import { expectBoolean, expectChoice, expectEntityName, expectMap, expectText } from './expect.ts';
import { type JsonSchema, type KeySpecs, readKeys } from './keys.ts';
import { keysSchema } from './keys-schema.ts';
import { type NamedEntities, namedEntities, readSort, SORT_KEYS } from './sorted-source.ts';
import type { PlanMap, PlanNode } from './node.ts';
import { jsonOf, quoted } from './node.ts';
import type { SourcePlan } from './plan.ts';
import type { Problems } from './problem.ts';
import { SIZE_PATTERN, readSize } from './size.ts';
import { FORMAT_KEYS, readFormat } from './source-format.ts';

/** What a single source calls its documents when the plan does not. */
const DEFAULT_ENTITY = 'document';
const DEFAULT_MAX_DOCUMENT = 64 * 1024 ** 2;
/** Records are addressed by 32-bit offsets within a batch. */
const LARGEST_DOCUMENT = 1024 ** 3;

/** `{ by, names }` in the place of a name. */
export const SORT_SCHEMA: JsonSchema = keysSchema(SORT_KEYS);

export const SOURCE_KEYS: KeySpecs = {
  file: {
    description:
      'A path or glob, relative to the plan: NDJSON, a JSON array or object, JSON values one after the other, also compressed; "-" is standard input.',
    schema: { type: 'string', minLength: 1 },
  },
  entity: {
    description:
      'What its documents are called in this plan; "document" when it is not said. { by: /type, names: { … } } sorts a mixed source into entities.',
    schema: { anyOf: [{ type: 'string', minLength: 1 }, SORT_SCHEMA] },
  },
  maxDocument: {
    description: 'A larger document is rejected; 64mb when it is not said.',
    schema: {
      anyOf: [
        { type: 'integer', minimum: 1 },
        { type: 'string', pattern: SIZE_PATTERN },
      ],
    },
  },
  duplicateKeys: {
    description: 'A container refuses documents with a repeated key; "last" lets the last one win.',
    schema: { enum: ['last'] },
  },
  cosmos: { description: 'A container of Azure Cosmos DB.', available: false },
  ...FORMAT_KEYS,
  extendedJson: {
    description:
      'Whether MongoDB Extended JSON (mongoexport) becomes plain JSON before the first step, and _id becomes id.',
    schema: { type: 'boolean' },
  },
};

export interface ReadSource {
  readonly plan: SourcePlan;
  /** The entities that come from it, each with its place. */
  readonly entities: ReadonlyMap<string, number>;
  readonly offset: number;
  readonly canonical: string;
}

export function readSources(plan: PlanMap, values: ReadonlyMap<string, PlanNode>, problems: Problems): ReadSource[] {
  const named = namedEntities(values);
  const [single, several] = [values.get('source'), values.get('sources')];
  if (single !== undefined && several !== undefined) {
    problems.error(
      several.offset,
      'conflicting-options',
      'A plan has "source" or "sources", not both; name all of them under "sources".',
    );
  }
  if (several !== undefined) return readSeveral(several, named, problems);
  if (single !== undefined) {
    const source = readSource(single, { named, what: 'The source' }, problems);
    return source === undefined ? [] : [source];
  }
  problems.error(
    plan.offset,
    'missing-key',
    'The plan needs "source", as in source: { file: posts.ndjson, entity: post }.',
  );
  return [];
}

function readSeveral(node: PlanNode, named: NamedEntities, problems: Problems): ReadSource[] {
  const map = expectMap(node, '"sources"', problems);
  if (map?.entries.length === 0) problems.error(map.offset, 'invalid-value', '"sources" names no source.');
  return (map?.entries ?? []).flatMap(({ key, keyOffset, value }) => {
    const keyNode = { kind: 'text', offset: keyOffset, size: 1, text: key, written: key } as const;
    const entity = expectEntityName(keyNode, 'The entity of a source', problems);
    const what = `The source ${quoted(entity ?? key)}`;
    const source = readSource(value, { entity: entity ?? key, named, what }, problems);
    return source === undefined ? [] : [source];
  });
}

export interface SourceSetting {
  /** The key under `sources`, which `entity:` may only repeat. */
  readonly entity?: string;
  /** @default those of a source */
  readonly keys?: KeySpecs;
  readonly named?: NamedEntities;
  /** What it is called in messages. */
  readonly what: string;
}

export function readSource(
  node: PlanNode,
  { entity, keys = SOURCE_KEYS, named = NOTHING_NAMED, what }: SourceSetting,
  problems: Problems,
): ReadSource | undefined {
  const map = expectMap(node, what, problems);
  if (map === undefined) return undefined;
  const values = readKeys(map, keys, what, problems);
  const fileNode = values.get('file');
  const hasCosmos = map.entries.some(({ key }) => key === 'cosmos');
  if (fileNode === undefined && !hasCosmos)
    problems.error(map.offset, 'missing-key', `${what} needs "file", a path or glob relative to the plan.`);
  const file = fileNode && expectText(fileNode, '"file"', problems, 'a path or glob');
  const entityNode = values.get('entity');
  const sort = entityNode?.kind === 'map' ? readSort(entityNode, named, problems) : undefined;
  const name = readEntityOf(entityNode, entity, problems);
  const size = values.get('maxDocument');
  const maxDocument = (size && readSize(size, '"maxDocument"', LARGEST_DOCUMENT, problems)) ?? DEFAULT_MAX_DOCUMENT;
  const repeated = values.get('duplicateKeys');
  const duplicateKeys = repeated && expectChoice(repeated, '"duplicateKeys"', ['last'], problems);
  const extended = values.get('extendedJson');
  const extendedJson = extended !== undefined && expectBoolean(extended, '"extendedJson"', problems) === true;
  const plan = {
    entity: name,
    ...(sort?.plan && { sort: sort.plan }),
    file: file ?? '',
    maxDocument,
    ...(duplicateKeys && { duplicateKeys }),
    ...(extendedJson && { extendedJson }),
    ...readFormat(values, problems),
  };
  const written = fileNode === undefined ? 'null' : jsonOf(fileNode, 'written');
  const others = [duplicateKeys ?? null, extendedJson || null, sort?.canonical ?? null];
  const shape = Object.keys(FORMAT_KEYS)
    .map((key) => values.get(key))
    .map((one) => (one === undefined ? null : jsonOf(one, 'written')));
  const canonical = JSON.stringify([name, written, maxDocument, ...others, ...shape]);
  return { plan, entities: sort?.entities ?? new Map([[name, map.offset]]), offset: map.offset, canonical };
}

const NOTHING_NAMED: NamedEntities = { wanted: new Map(), made: new Set() };

function readEntityOf(node: PlanNode | undefined, key: string | undefined, problems: Problems): string {
  // What cannot be sorted is booked under the name of the source.
  if (node === undefined || node.kind === 'map') return key ?? DEFAULT_ENTITY;
  const name = expectEntityName(node, '"entity"', problems) ?? key ?? DEFAULT_ENTITY;
  if (key !== undefined && name !== key) {
    problems.error(
      node.offset,
      'conflicting-options',
      `The source is called ${quoted(key)} by its key under "sources"; leave "entity" out.`,
    );
  }
  return key ?? name;
}
