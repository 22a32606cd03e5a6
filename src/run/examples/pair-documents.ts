/**
 * Which document is which? A container keeps no order, so an expected document is the one that fits it, else the one of
 * the same id; what is left is paired in order, so that a changed id shows as one.
 */

export interface Pairing {
  /** For each expected document the place of the other one, -1 where there is none. */
  readonly found: readonly number[];
  /** Places that belong to no expected document. */
  readonly extra: readonly number[];
}

export interface Sides {
  readonly expected: number;
  readonly found: number;
  readonly fits: (expected: number, found: number) => boolean;
  readonly haveSameId: (expected: number, found: number) => boolean;
  /** Whether documents that share nothing are paired in order. */
  readonly pairsRest: boolean;
}

export function pairDocuments({ expected, found, fits, haveSameId, pairsRest }: Sides): Pairing {
  const partners = Array.from({ length: expected }, () => -1);
  const owners = Array.from({ length: found }, () => -1);
  const pair = (one: number, other: number): void => {
    partners[one] = other;
    owners[other] = one;
  };
  // Where several documents contain what is expected, one may have to make room for another.
  const claim = (one: number, asked: Set<number>): boolean => {
    for (let other = 0; other < found; other++) {
      if (asked.has(other) || !fits(one, other)) continue;
      asked.add(other);
      if (owners[other] !== -1 && !claim(owners[other]!, asked)) continue;
      pair(one, other);
      return true;
    }
    return false;
  };
  for (let one = 0; one < expected; one++) claim(one, new Set());
  for (let one = 0; one < expected; one++) {
    if (partners[one] !== -1) continue;
    const other = owners.findIndex((owner, place) => owner === -1 && haveSameId(one, place));
    if (other !== -1) pair(one, other);
  }
  if (!pairsRest) return { found: partners, extra: unowned(owners) };
  for (let one = 0; one < expected; one++) {
    const other = owners.indexOf(-1);
    if (partners[one] === -1 && other !== -1) pair(one, other);
  }
  return { found: partners, extra: unowned(owners) };
}

function unowned(owners: readonly number[]): number[] {
  return owners.flatMap((owner, place) => (owner === -1 ? [place] : []));
}
