/**
 * Which resource does a request name? Its target is taken whole: clients leave `?` in an id as it is, and the protocol
 * has no query strings.
 */

export interface ResourcePath {
  /** Its shape, with `*` for names: `dbs/<star>/colls/<star>/docs`. */
  readonly pattern: string;
  /** The names in it, decoded. */
  readonly names: readonly string[];
  /** As it was sent, without slashes at its ends. */
  readonly raw: string;
  /** What a signature is over: the kind of the resource that is read or changed, and the resource or its parent. */
  readonly type: string;
  readonly link: string;
}

/** `undefined` where a name is not encoded as it has to be. */
export function readResourcePath(target: string): ResourcePath | undefined {
  const raw = target.replace(/^\/+|\/+$/g, '');
  const encoded = raw === '' ? [] : raw.split('/');
  const parts: string[] = [];
  try {
    for (const part of encoded) parts.push(decodeURIComponent(part));
  } catch {
    return undefined;
  }
  const isNamed = parts.length % 2 === 0;
  const type = parts.at(isNamed ? -2 : -1) ?? '';
  return {
    pattern: parts.map((part, at) => (at % 2 === 0 ? part : '*')).join('/'),
    names: parts.filter((_, at) => at % 2 === 1),
    raw,
    type,
    link: linkOf(isNamed ? parts : parts.slice(0, -1), type),
  };
}

/** Offers are signed by their id alone, in lower case. */
function linkOf(parts: readonly string[], type: string): string {
  return type === 'offers' ? (parts[1] ?? '').toLowerCase() : parts.join('/');
}
