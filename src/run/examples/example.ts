/** What does an example of a plan say? Its documents as JSON with their digits, given and expected. */
import { sourceOf, textOf } from '../../document/decode.ts';
import {
  elementAt,
  firstElement,
  firstMember,
  keyAt,
  nextElement,
  nextMember,
  valueAt,
} from '../../document/members.ts';
import { parsedJson } from '../../document/parsed-json.ts';
import { ARRAY, END, type Tape, type Value } from '../../document/tape.ts';
import { parseTime } from '../../document/time.ts';
import type { Plan } from '../../plan/plan.ts';

/** Texts of JSON by entity. */
export type Texts = ReadonlyMap<string, readonly string[]>;

export interface Example {
  /** By the entity of the source. */
  readonly given: Texts;
  /** Documents of references, by name. */
  readonly references: Texts;
  /** Exactly these documents come out. */
  readonly expect?: Texts;
  /** At least these documents, with at least these properties. */
  readonly contains?: Texts;
  /** Each is the code, or a part of the message, of a rejection. */
  readonly rejected: readonly string[];
  /** Milliseconds since 1970, where the example says when its run begins. */
  readonly startedAt?: number;
}

export function exampleIn({ sources }: Plan, json: string): Example {
  const { tape, root } = parsedJson(json);
  const parts = new Map<string, Value>(membersOf(tape, root));
  const given = parts.get('given')!;
  const references = parts.get('references');
  const expect = parts.get('expect');
  const contains = parts.get('contains');
  const rejected = parts.get('rejected');
  const startedAt = parts.get('startedAt');
  const [source] = sources;
  return {
    given: sources.length > 1 ? byEntity(tape, given) : new Map([[source!.entity, listOf(tape, given)]]),
    references: references === undefined ? new Map() : byEntity(tape, references),
    ...(expect === undefined ? {} : { expect: byEntity(tape, expect) }),
    ...(contains === undefined ? {} : { contains: byEntity(tape, contains) }),
    rejected: rejected === undefined ? [] : listOf(tape, rejected).map((text) => JSON.parse(text) as string),
    ...(startedAt === undefined ? {} : { startedAt: parseTime(textOf(tape, startedAt))!.milliseconds }),
  };
}

function byEntity(tape: Tape, map: Value): Texts {
  return new Map(membersOf(tape, map).map(([entity, value]) => [entity, listOf(tape, value)]));
}

/** One document stands for a list of one. */
function listOf(tape: Tape, value: Value): string[] {
  if (tape.kind(value) !== ARRAY) return [sourceOf(tape, value)];
  const texts: string[] = [];
  for (let cursor = firstElement(tape, value); cursor !== END; cursor = nextElement(tape, value, cursor))
    texts.push(sourceOf(tape, elementAt(tape, cursor)));
  return texts;
}

function membersOf(tape: Tape, map: Value): [string, Value][] {
  const members: [string, Value][] = [];
  for (let cursor = firstMember(tape, map); cursor !== END; cursor = nextMember(tape, map, cursor))
    members.push([textOf(tape, keyAt(tape, cursor)), valueAt(tape, cursor)]);
  return members;
}
