/** What does a part of a plan say, in the words of the plan? Its canonical form has places instead of names. */
import type { PlanPart } from '../plan/plan.ts';

/** Texts by where they stand in the part, such as `.split.keep.newest`; a part of another form is one text. */
export function saidIn({ place, text }: PlanPart): Map<string, string> {
  const said = new Map<string, string>();
  const value: unknown = JSON.parse(text);
  if (place.startsWith('transforms[') && Array.isArray(value)) addStep(said, value);
  else if (place.startsWith('sources[')) addNamed(said, value, SOURCE);
  else if (place.startsWith('references.')) addNamed(said, value, SOURCE);
  else if (place.startsWith('containers.')) addNamed(said, value, CONTAINER);
  if (said.size === 0) said.set('', text);
  return said;
}

/** As `canonical` of a source, a step and a container lays them out; `''` is known from the place. */
type Names = readonly (string | Names)[];
const SOURCE: Names = [
  'entity',
  'file',
  'maxDocument',
  'duplicateKeys',
  'extendedJson',
  ['entity.by', 'entity.names'],
  'format',
  'select',
];
const CONTAINER: Names = [
  '',
  'entities',
  ['partitionKey', 'uniqueKeys'],
  'ttl',
  'write',
  'onConflict',
  'conflicts',
  ['name', 'indexing', 'conflictResolution', 'analyticalTtl'],
];

function addStep(said: Map<string, string>, [name, worksOn, overwrite, options, condition]: readonly unknown[]): void {
  addOptions(said, `.${String(name)}`, String(options));
  said.set('.for', JSON.stringify(worksOn));
  if (overwrite === true) said.set('.overwrite', 'true');
  if (condition !== undefined) said.set('.if', JSON.stringify(condition));
}

function addOptions(said: Map<string, string>, place: string, text: string): void {
  const pairs = pairsIn(text);
  if (pairs === undefined) said.set(place, text);
  else for (const [name, value] of pairs) addOptions(said, `${place}.${name}`, value);
}

/** Options are pairs of a name and JSON. */
function pairsIn(text: string): readonly (readonly [string, string])[] | undefined {
  const value: unknown = isJson(text) ? JSON.parse(text) : undefined;
  if (!Array.isArray(value) || value.length === 0) return undefined;
  return value.every(isPair) ? value : undefined;
}

function isPair(value: unknown): value is readonly [string, string] {
  return Array.isArray(value) && value.length === 2 && /^[a-z]+$/i.test(String(value[0])) && isJson(value[1]);
}

function addNamed(said: Map<string, string>, value: unknown, names: Names): void {
  if (!Array.isArray(value)) return;
  for (const [i, name] of names.entries()) {
    const item: unknown = value[i];
    if (typeof name !== 'string') addNamed(said, item, name);
    else if (name !== '' && item !== null && item !== undefined) said.set(`.${name}`, shown(item));
  }
}

/** Settings are kept as JSON; their numbers keep their digits. */
function shown(value: unknown): string {
  if (isJson(value)) return value;
  return Array.isArray(value) ? `[${value.map(shown).join(',')}]` : JSON.stringify(value);
}

function isJson(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}
