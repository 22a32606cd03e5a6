/** What does an error of the validator say in our words, with a path of ours? The text of the document stays out of it. */
import type { ErrorObject } from 'ajv';
import type { Plain } from '../../document/plain.ts';
import { childPath } from '../../document/path.ts';
import type { SchemaFailure } from '../../transform/files.ts';
import { keywordProblem } from './keywords.ts';

export function failureOf(error: ErrorObject, document: Plain): SchemaFailure {
  const { keyword, instancePath, message = `does not hold ${keyword}`, propertyName } = error;
  const path = pathOf(instancePath, document);
  const params = error.params as Readonly<Record<string, unknown>>;
  const missing = params['missingProperty'];
  if (typeof missing === 'string') return { path: cut(childPath(path, missing)), problem: 'is missing' };
  const surplus = params['additionalProperty'] ?? params['unevaluatedProperty'];
  if (typeof surplus === 'string') return { path: cut(childPath(path, surplus)), problem: 'must not be there' };
  const schema: unknown = error.parentSchema;
  const words = typeof schema === 'object' && schema !== null ? keywordProblem(keyword, schema) : undefined;
  const name = propertyName === undefined ? '' : `the name ${JSON.stringify(cut(propertyName))} `;
  return { path: cut(path), problem: `${name}${words ?? message.replace('must NOT', 'must not')}` };
}

/** Longer than any path that somebody wants to read. */
const LONGEST = 200;

function cut(path: string): string {
  return path.length <= LONGEST ? path : `${path.slice(0, LONGEST - 1)}…`;
}

/** `/items/0/a~1b` → `/items/0/"a/b"`; whether a number is an index, the document knows. */
function pathOf(pointer: string, document: Plain): string {
  let path = '/';
  let at: unknown = document;
  for (const segment of pointer.split('/').slice(1)) {
    const name = segment.replaceAll('~1', '/').replaceAll('~0', '~');
    path = Array.isArray(at) ? `${path === '/' ? '' : path}/${name}` : childPath(path, name);
    at = typeof at === 'object' && at !== null ? (at as Readonly<Record<string, unknown>>)[name] : undefined;
  }
  return path;
}
