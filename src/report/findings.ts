/** What should people know of? Notices are counted by code, container, entity and path, with a few examples each. */
import type { Notice, Observe } from '../document/notice.ts';
import type { Severity } from './codes/code-info.ts';
import { codeInfo } from './codes.ts';
import { OTHER_PATHS } from './tally.ts';

export interface Finding {
  readonly code: string;
  readonly severity: Severity;
  readonly container?: string;
  readonly entity?: string;
  readonly path?: string;
  readonly count: number;
  readonly message: string;
  readonly advice: string;
  readonly examples: readonly FindingExample[];
  /** Some findings tell more, such as `seen` of UNIQUE_KEY_PATH_CASE. */
  readonly [detail: string]: unknown;
}

export interface FindingExample {
  readonly source?: string;
  readonly line?: number;
  readonly offset?: number;
  readonly id?: string;
  readonly value?: string;
}

/** A finding as it is kept in the state. */
export interface FindingCount {
  readonly notice: Notice;
  count: number;
  readonly examples: FindingExample[];
}

const EXAMPLES = 3;
/** A code has so many paths with a finding of their own: where data serves as keys, there is no end of them. */
const MOST_PATHS = 100;
/** Longer ids and values are cut: a report is no place for documents. */
const LONGEST = 80;

export class Findings {
  /** By code, then by path; what differs in container or entity is told apart in a short list. */
  readonly #found = new Map<string, Map<string, FindingCount[]>>();
  readonly #mostPaths: number;

  constructor(mostPaths: number = MOST_PATHS) {
    this.#mostPaths = mostPaths;
  }

  /** Takes one notice. An arrow, so that it can be handed on as it is. */
  readonly observe: Observe = (notice) => {
    const found = this.#countOf(notice);
    found.count += notice.count ?? 1;
    if (notice.example !== undefined && found.examples.length < EXAMPLES)
      found.examples.push(shownExample(notice.example));
  };

  /** The findings, worst first, then by count. */
  list(): Finding[] {
    const findings = this.#all().map(toFinding);
    return findings.toSorted(
      (a, b) => RANK[a.severity] - RANK[b.severity] || b.count - a.count || compareText(a.code, b.code),
    );
  }

  /** What was found so far, for the transactional state. */
  snapshot(): FindingCount[] {
    return this.#all().map((found) => ({ ...found, examples: [...found.examples] }));
  }

  /** What was found since this was asked last. */
  take(): FindingCount[] {
    const taken = this.#all();
    this.#found.clear();
    return taken;
  }

  /** Adds what another one found. */
  merge(others: readonly FindingCount[]): void {
    for (const { notice, count, examples } of others) {
      this.observe({ ...notice, count });
      const found = this.#countOf(notice);
      found.examples.push(...examples.slice(0, EXAMPLES - found.examples.length));
    }
  }

  #countOf(notice: Notice): FindingCount {
    const { code, container, entity, path = '', rejects } = notice;
    let paths = this.#found.get(code);
    if (paths === undefined) this.#found.set(code, (paths = new Map<string, FindingCount[]>()));
    let counts = paths.get(path);
    if (counts === undefined && paths.size >= this.#mostPaths && path !== OTHER_PATHS)
      return this.#countOf(ofOtherPaths(notice, this.#mostPaths));
    if (counts === undefined) paths.set(path, (counts = []));
    for (const count of counts) {
      const known = count.notice;
      if (known.container === container && known.entity === entity && known.rejects === rejects) return count;
    }
    const count = { notice: withoutExample(notice), count: 0, examples: [] };
    counts.push(count);
    return count;
  }

  #all(): FindingCount[] {
    return [...this.#found.values()].flatMap((paths) => [...paths.values()].flat());
  }
}

function ofOtherPaths({ details: _details, ...notice }: Notice, most: number): Notice {
  const message = `Only the first ${most} paths have a finding of their own; all others are counted here together.`;
  return { ...notice, path: OTHER_PATHS, message };
}

const RANK: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };

function toFinding({ notice, count, examples }: FindingCount): Finding {
  const { code, container, entity, path, message, details, rejects } = notice;
  const { severity, advice } = codeInfo(code);
  return {
    ...details,
    code,
    severity: rejects === true ? 'error' : severity,
    ...(container === undefined ? {} : { container }),
    ...(entity === undefined ? {} : { entity }),
    ...(path === undefined ? {} : { path }),
    count,
    message,
    advice,
    examples,
  };
}

function withoutExample({ example: _example, count: _count, ...notice }: Notice): Notice {
  return notice;
}

function shownExample({ place, id, value }: NonNullable<Notice['example']>): FindingExample {
  return {
    ...(place === undefined ? {} : { source: place.source, line: place.line, offset: place.offset }),
    ...(id === undefined ? {} : { id: shorten(id) }),
    ...(value === undefined ? {} : { value: shorten(value) }),
  };
}

function shorten(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
