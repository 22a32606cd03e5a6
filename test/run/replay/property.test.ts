// Run, mend and replay: is it as if everything had been right from the beginning?
import * as fc from 'fast-check';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { holdsAsync } from '../../property.ts';
import { folderWith, linesOf, planIn, type RejectLine, runIn } from '../running.ts';
import { documentsIn, mend, ranIn, rejectLines, rejectsIn, replayIn } from './replaying.ts';

/** What is wrong with a record; each can be mended in its text. */
const FAULTS = ['none', 'broken', 'no array', 'no slug', 'no kind', 'taken', 'several'] as const;
type Fault = (typeof FAULTS)[number];

interface Generated {
  readonly fault: Fault;
  readonly comments: number;
  readonly padding: number;
}

const record: fc.Arbitrary<Generated> = fc.record({
  fault: fc.oneof(
    { weight: 2, arbitrary: fc.constant<Fault>('none') },
    { weight: 3, arbitrary: fc.constantFrom(...FAULTS) },
  ),
  comments: fc.integer({ min: 0, max: 4 }),
  padding: fc.integer({ min: 0, max: 40 }),
});

const right = (id: string, { comments, padding }: Generated): Record<string, unknown> => ({
  id,
  slug: `${id}-slug`,
  n: 1.5,
  text: 'x'.repeat(padding),
  comments: Array.from({ length: comments }, (_, k) => ({ id: `c${k}`, kind: k })),
});

function textOf(id: string, generated: Generated): string {
  const document = right(id, generated);
  const { fault } = generated;
  if (fault === 'broken') return `{"id":"${id}", "slug": }`;
  if (fault === 'no array') document['comments'] = 'none';
  if (fault === 'no slug' || fault === 'several') delete document['slug'];
  if (fault === 'taken') document['type'] = 'something else';
  const [first] = (Array.isArray(document['comments']) ? document['comments'] : []) as Record<string, unknown>[];
  if ((fault === 'no kind' || fault === 'several') && first !== undefined) delete first['kind'];
  return JSON.stringify(document);
}

const planOf = (lenient: boolean, onReject: string): string => `version: 1
name: mended
sources: { post: { file: posts.ndjson }, page: { file: pages.ndjson } }
transforms:
  - split: { path: /comments, into: comment, link: { of: /id }${onReject}${lenient ? ', lenient: true' : ''} }
    for: [post, page]
  - set: { /key: "{/slug${lenient ? '?' : ''}}" }
    for: [post, page]
  - set: { /label: "{/kind${lenient ? '?' : ''}}-{/id}" }
    for: comment
  - type: type
containers:
  pages: { entities: [post, page], partitionKey: /id }
  comments: { entities: [comment], partitionKey: /of }
`;

const inputs = fc.record({
  posts: fc.array(record, { maxLength: 12 }),
  pages: fc.array(record, { maxLength: 6 }),
  /** Whether the plan is corrected, too. */
  lenient: fc.boolean(),
  onReject: fc.constantFrom('', ', onReject: family'),
  /** Whether a record is mended in the first round, in the second, or never. */
  rounds: fc.array(fc.constantFrom(1, 2, 3), { minLength: 18, maxLength: 18 }),
  /** Whether a copy of a part of the rejects is given in the first round. */
  part: fc.boolean(),
});

it('comes to the same documents, rejects and books', async () => {
  const property = fc.asyncProperty(inputs, async ({ posts, pages, lenient, onReject, rounds, part }) => {
    const all = [
      ...posts.map((generated, i) => ({
        source: 'posts.ndjson',
        line: i + 1,
        id: `p${i}`,
        generated,
        round: rounds[i]! as number,
      })),
      ...pages.map((generated, i) => ({
        source: 'pages.ndjson',
        line: i + 1,
        id: `q${i}`,
        generated,
        round: rounds[12 + i]! as number,
      })),
    ];
    // What the corrected plan takes is not among the rejects of the second round any more.
    const isTaken = ({ fault }: Generated): boolean => lenient && !['none', 'broken', 'taken'].includes(fault);
    for (const one of all) if (one.round === 2 && isTaken(one.generated)) one.round = 3;
    const fileOf = (source: string, mended: (round: number) => boolean): string =>
      all
        .filter((one) => one.source === source)
        .map(
          ({ id, generated, round }) =>
            `${mended(round) ? JSON.stringify(right(id, generated)) : textOf(id, generated)}\n`,
        )
        .join('');
    const filesOf = (mended: (round: number) => boolean): Record<string, string> => ({
      'posts.ndjson': fileOf('posts.ndjson', mended),
      'pages.ndjson': fileOf('pages.ndjson', mended),
    });
    const plan = planOf(lenient, onReject);
    const expected = folderWith(filesOf((round) => round <= 2));
    const reference = await runIn(expected, await planIn(expected, plan));

    const folder = folderWith(filesOf(() => false));
    await ranIn(folder, planOf(false, onReject));
    const recordAt = ({ at }: RejectLine) => all.find(({ source, line }) => source === at.source && line === at.line)!;
    const mendRound = (wanted: number): void =>
      mend(folder, (_original, line) => {
        const { id, generated, round } = recordAt(line);
        return round === wanted ? JSON.stringify(right(id, generated)) : undefined;
      });
    mendRound(1);
    let given = rejectsIn(folder);
    if (part) {
      given = join(folder, 'part.ndjson');
      const lines = linesOf(rejectsIn(folder)).filter((line) => recordAt(JSON.parse(line) as RejectLine).round === 1);
      writeFileSync(given, lines.map((line) => `${line}\n`).join(''));
    }
    await replayIn(folder, { plan, rejects: given });
    mendRound(2);
    const { report } = await replayIn(folder, { plan });

    expect(documentsIn(folder)).toEqual(documentsIn(expected));
    const keyOf = ({ at, code, entity, stage, step, doc }: RejectLine): unknown => [
      at.source,
      at.line,
      at.output,
      code,
      entity,
      stage,
      step,
      doc,
    ];
    expect(rejectLines(folder).map(keyOf)).toEqual(rejectLines(expected).map(keyOf));
    expect(report.entities).toEqual(reference.report.entities);
    expect(report.containers).toEqual(reference.report.containers);
    expect(report.rejected).toBe(rejectLines(folder).length);
    expect(report.balance.ok).toBe(true);
    const rejectsOf = (of: typeof report): unknown =>
      of.findings
        .filter(({ severity, code }) => severity === 'error' || code === 'PARENT_REJECTED')
        .map(({ code, path, count }) => [code, path, count]);
    expect(rejectsOf(report)).toEqual(rejectsOf(reference.report));
    // What is in the state folder is what was answered.
    expect(JSON.parse(readFileSync(join(folder, 'state/report.json'), 'utf8'))).toEqual(report);
    // Once more, and nothing happens.
    const before = [documentsIn(folder), readFileSync(rejectsIn(folder), 'utf8')];
    await replayIn(folder, { plan });
    expect([documentsIn(folder), readFileSync(rejectsIn(folder), 'utf8')]).toEqual(before);
    for (const one of [expected, folder]) rmSync(one, { recursive: true });
  });
  await holdsAsync(property, 25);
});
