/** Which sentences follow from what was counted at the paths of a policy? */
import type { NoticeExample, Observe } from '../document/notice.ts';
import type { KeyObservations, ObservedPath } from './key-observations.ts';
import { visiblePath } from './path-spelling.ts';
import type { PathTally } from './path-tally.ts';

export function noticeKeys(observations: KeyObservations, container: string, observe: Observe): void {
  for (const observed of observations.partition) {
    noticeMissingPartition(observed, container, observe);
    noticeTypes(observed, 'partition key', container, observe);
  }
  for (const observed of distinct(observations.unique)) {
    noticeNull(observed, container, observe);
    noticeSpelling(observed, container, observe);
    noticeNotScalar(observed, container, observe);
    noticeTypes(observed, 'unique key', container, observe);
  }
}

/** A path that stands in several constraints is told of once. */
function distinct(paths: readonly ObservedPath[]): readonly ObservedPath[] {
  return paths.filter(({ path }, i) => paths.findIndex((other) => other.path.text === path.text) === i);
}

function noticeMissingPartition({ path, tally }: ObservedPath, container: string, observe: Observe): void {
  const { missing, nulls } = tally;
  if (missing + nulls === 0) return;
  const spelling = tally.spellings.keys().next().value;
  observeExamples(observe, tally.empty, missing + nulls, {
    code: 'PARTITION_KEY_MISSING',
    container,
    path: path.text,
    message:
      `The partition key ${path.text} is ${emptiness(tally)}: missing and null are two logical partitions of their own.` +
      (spelling === undefined ? '' : ` The data has ${visiblePath(spelling)}.`),
    details: { missing, null: nulls, ...(spelling === undefined ? {} : { seen: spelling }) },
  });
}

function noticeNull({ path, tally }: ObservedPath, container: string, observe: Observe): void {
  const { missing, nulls, arrays } = tally;
  if (missing + nulls === 0) return;
  observeExamples(observe, tally.empty, missing + nulls, {
    code: 'UNIQUE_KEY_NULL',
    container,
    path: path.text,
    message: `The unique key path ${path.text} is ${emptiness(tally)}: missing and null are the same null, which a logical partition can hold once for each combination of the key's other values.${arrays === 0 ? '' : ` In ${arrays} of them an array lies on the way, and a policy path does not enter arrays: flatten or split it first.`}`,
    details: { missing, null: nulls, ...(arrays === 0 ? {} : { arrays }) },
  });
}

function noticeSpelling({ path, tally }: ObservedPath, container: string, observe: Observe): void {
  const spellings = [...tally.spellings].toSorted(([, a], [, b]) => b - a);
  const [first] = spellings;
  if (first === undefined) return;
  const list = spellings.slice(0, 5).map(([spelling, count]) => `${visiblePath(spelling)} (${count})`);
  observeExamples(observe, tally.misspelt, tally.otherwise, {
    code: 'UNIQUE_KEY_PATH_CASE',
    container,
    path: path.text,
    message: `The unique key path ${path.text} finds nothing where the data has ${list.join(', ')}: names are compared with their case and every character.`,
    details: { seen: first[0], spellings: Object.fromEntries(spellings) },
  });
}

function noticeNotScalar({ path, tally }: ObservedPath, container: string, observe: Observe): void {
  if (tally.notScalar === 0) return;
  observeExamples(observe, tally.levels, tally.notScalar, {
    code: 'UNIQUE_KEY_NOT_SCALAR',
    container,
    path: path.text,
    message: `The unique key path ${path.text} is an object or array in ${tally.notScalar} of ${tally.documents} documents. How the service treats that is not documented; here whole values were compared, key order aside. Name a path to a scalar.`,
  });
}

function noticeTypes({ path, tally }: ObservedPath, what: string, container: string, observe: Observe): void {
  const types = tally.types();
  const names = Object.keys(types);
  if (names.length < 2) return;
  const counted = names.map((name) => `${types[name]} ${name}${types[name] === 1 ? '' : 's'}`).join(', ');
  const apart = 'number' in types && 'string' in types ? ': 1 and "1" are two keys' : '';
  observe({
    code: 'MIXED_TYPES',
    container,
    path: path.text,
    message: `The ${what} ${path.text} has values of several types (${counted})${apart}.`,
    count: Math.min(...Object.values(types)),
    details: { types },
  });
}

function emptiness({ missing, nulls, documents }: PathTally): string {
  const counts = [...(missing > 0 ? [`missing in ${missing}`] : []), ...(nulls > 0 ? [`null in ${nulls}`] : [])];
  return `${counts.join(' and ')} of ${documents} documents`;
}

/** One notice in all, spread over its examples. */
function observeExamples(
  observe: Observe,
  examples: readonly NoticeExample[],
  count: number,
  notice: Omit<Parameters<Observe>[0], 'count' | 'example'>,
): void {
  const [first, ...others] = examples;
  observe({ ...notice, count: count - others.length, ...(first === undefined ? {} : { example: first }) });
  for (const example of others) observe({ ...notice, count: 1, example });
}
