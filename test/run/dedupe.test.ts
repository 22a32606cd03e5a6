// Of documents with a key in common one stays, whoever works on them, and each of the others can be found.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EXIT_STATUS } from '../../src/exit-status.ts';
import { reportText } from '../../src/report/text.ts';
import { run, type RunOptions } from '../../src/run.ts';
import { holdsAsync } from '../property.ts';
import { folderWith, linesOf, planIn, type Ran, runIn } from './running.ts';

const NDJSON = 'duplicates.ndjson';

interface Setting {
  readonly target?: 'folder' | 'embedded';
  readonly options?: Partial<RunOptions>;
}

async function ranIn(folder: string, text: string, { target = 'folder', options = {} }: Setting = {}): Promise<Ran> {
  return runIn(folder, await planIn(folder, text), target, options);
}

function planOf(steps: string, more = ''): string {
  return `version: 1
name: people
source: { file: in.ndjson, entity: user }
transforms:
${steps.trimEnd().replaceAll(/^/gm, '  ')}
containers:
  users: { entities: [user], partitionKey: /id }
${more}`;
}

function duplicatesIn(folder: string): unknown[] {
  return linesOf(join(folder, 'state', NDJSON)).map((line) => JSON.parse(line) as unknown);
}

const USERS = [
  '{"id":"u1","mail":"ann","name":"Ann","at":1}',
  '{"id":"u2","mail":"bob","at":1}',
  '{"id":"u3","mail":"ann","name":"Ann","at":3,"big":12345678901234567890}',
  '{"id":"u4","mail":"ann","name":"Ann","at":2}',
  '{"id":"u5","at":2}',
  '{"id":"u6","mail":"bob","at":1.0}',
]
  .map((line) => `${line}\n`)
  .join('');

describe('dedupe', () => {
  it.each(['folder', 'embedded'] as const)(
    'books losers as merged and names the file that has them (%s)',
    async (target) => {
      const folder = folderWith({ 'in.ndjson': USERS });
      const ran = await ranIn(folder, planOf('- dedupe: { key: /mail, keep: newest, by: /at }'), { target });
      const { report, exitStatus, files } = ran;
      expect(exitStatus).toBe(EXIT_STATUS.done);
      expect(files['users.ndjson']!.map((line) => line.slice(7, 9))).toEqual(['u2', 'u3', 'u5']);
      expect(report.entities['user']).toMatchObject({ read: 6, written: 3, merged: 3 });
      expect(report.balance.ok).toBe(true);
      expect(report.lost).toEqual([]);
      expect(report).toMatchObject({ duplicates: 3, files: { duplicates: join(folder, 'state', NDJSON) } });
      expect(linesOf(join(folder, 'state', NDJSON))).toEqual([
        '{"entity":"user","id":"u1","winner":"u3","doc":{"id":"u1","mail":"ann","name":"Ann","at":1}}',
        '{"entity":"user","id":"u4","winner":"u3","doc":{"id":"u4","mail":"ann","name":"Ann","at":2}}',
        '{"entity":"user","id":"u6","winner":"u2","doc":{"id":"u6","mail":"bob","at":1.0}}',
      ]);
      expect(reportText(report, { folder })).toMatch(/^ {2}merged {3}.*duplicates\.ndjson \(3 lines\)$/m);
    },
  );

  it('tells for how many keys there were several, and how many differ, with their places', async () => {
    const folder = folderWith({ 'in.ndjson': USERS });
    const { report } = await ranIn(folder, planOf('- dedupe: { key: [/mail], keep: newest, by: /at }'));
    expect(report.findings.filter(({ code }) => code.startsWith('DEDUPE'))).toMatchObject([
      {
        code: 'DEDUPE_CONFLICT',
        severity: 'warning',
        entity: 'user',
        path: '/mail',
        count: 2,
        message: 'Documents differ from the one with the same key at /mail that stays.',
        examples: [
          { source: 'in.ndjson', line: 1 },
          { source: 'in.ndjson', line: 4 },
        ],
      },
      {
        code: 'DEDUPE_MERGED',
        severity: 'info',
        count: 2,
        message: 'Several documents have one key at /mail; one of each stays.',
        examples: [{ line: 2 }, { line: 3 }],
      },
    ]);
  });

  it('takes the id, what belongs to the service and by for no difference', async () => {
    const lines = ['{"id":"1","k":1,"_ts":1,"_etag":"a","m":{"at":1}}', '{"m":{"at":2},"_ts":2,"k":1.0,"id":"2"}'];
    const folder = folderWith({ 'in.ndjson': lines.join('\n') });
    const { report } = await ranIn(folder, planOf('- dedupe: { key: /k, keep: oldest, by: /m/at }'));
    expect(report.findings.map(({ code }) => code)).toEqual(['DEDUPE_MERGED']);
  });

  it('reports integers that are one key as doubles only, and documents without a value to order by', async () => {
    const lines = ['{"id":"1","k":9007199254740993}', '{"id":"2","k":9007199254740992,"at":1}', '{"id":"3","k":5}'];
    const folder = folderWith({ 'in.ndjson': lines.join('\n') });
    const { report } = await ranIn(folder, planOf('- dedupe: { key: /k, keep: newest, by: /at }'));
    const unsafe = report.findings.find(({ code, message }) => code === 'NUMBER_UNSAFE' && message.includes('one key'));
    expect(unsafe).toMatchObject({
      path: '/k',
      count: 1,
      message:
        'Different numbers at /k are one double, as which the service stores them, and so one key: 9007199254740993 and 9007199254740992.',
      examples: [{ line: 1 }],
    });
    expect(report.findings.find(({ code }) => code === 'ORDER_VALUE_MISSING')).toMatchObject({
      path: '/at',
      count: 1,
      examples: [{ line: 1 }],
    });
  });

  it('counts what a merge replaces as lost, of the document in whose place it stands as well', async () => {
    const lines = ['{"id":"1","k":1,"a":1,"b":1}', '{"id":"2","k":1,"a":2}', '{"id":"3","k":1,"a":2.0,"c":null}'];
    const folder = folderWith({ 'in.ndjson': lines.join('\n') });
    const { report, files } = await ranIn(folder, planOf('- dedupe: { key: /k, keep: merge }'));
    expect(files['users.ndjson']).toEqual(['{"id":"1","k":1,"a":2.0,"b":1,"c":null}']);
    expect(report.lost).toEqual([{ path: '/a', step: 'dedupe', count: 1 }]);
    expect(report.findings).toMatchObject([
      { code: 'DEDUPE_CONFLICT', count: 1, examples: [{ line: 1 }] },
      { code: 'DEDUPE_MERGED', count: 1 },
    ]);
    expect(duplicatesIn(folder)).toMatchObject([{ winner: '1' }, { winner: '1' }]);
  });

  it('sees documents as they come to it, those that a step in front has made too', async () => {
    const folder = folderWith({
      'in.ndjson': '{"id":"o1","lines":[{"sku":"A "},{"sku":"b"}]}\n{"id":"o2","lines":[{"sku":"a"},{"sku":"A"}]}\n',
    });
    const steps = `- split: { path: /lines, into: line, link: { order: /id } }
- set: { /sku: "{/sku|trim|lower}" }
  for: line
- dedupe: { key: /sku }
  for: line
  if: doc.order != "o2" || doc.sku == "a"`;
    const { files, report } = await ranIn(folder, planOf(steps, '  lines: { entities: [line], partitionKey: /sku }'));
    expect(files['lines.ndjson']).toEqual([
      '{"sku":"a","order":"o1","id":"o1:0"}',
      '{"sku":"b","order":"o1","id":"o1:1"}',
    ]);
    expect(report.entities['line']).toMatchObject({ made: 4, written: 2, merged: 2 });
    expect(duplicatesIn(folder)).toMatchObject([
      { entity: 'line', id: 'o2:0', winner: 'o1:0' },
      { entity: 'line', id: 'o2:1', winner: 'o1:0' },
    ]);
  });
});

describe('the duplicates file', () => {
  const dedupe = '- dedupe: { key: /mail }';

  it('has what several steps have taken out, one after the other', async () => {
    const folder = folderWith({
      'in.ndjson': ['{"id":"1","a":1,"b":1}', '{"id":"2","a":2,"b":1}', '{"id":"3","a":1,"b":2}'].join('\n'),
    });
    const steps = '- dedupe: { key: /none }\n- dedupe: { key: /a }\n- dedupe: { key: /b }';
    const { report } = await ranIn(folder, planOf(steps));
    expect(report).toMatchObject({ duplicates: 2 });
    expect(duplicatesIn(folder)).toEqual([
      { entity: 'user', id: '3', winner: '1', doc: { id: '3', a: 1, b: 2 } },
      { entity: 'user', id: '2', winner: '1', doc: { id: '2', a: 2, b: 1 } },
    ]);
  });

  it('goes with the run that left it, also by fresh', async () => {
    const folder = folderWith({ 'in.ndjson': USERS });
    const file = join(folder, 'state', NDJSON);
    await ranIn(folder, planOf(dedupe));
    expect(linesOf(file)).toHaveLength(3);
    writeFileSync(join(folder, 'in.ndjson'), '{"id":"1","mail":"x"}\n');
    const { report } = await ranIn(folder, planOf(dedupe), { options: { fresh: true } });
    expect(report).not.toHaveProperty('duplicates');
    expect(report.files).not.toHaveProperty('duplicates');
    expect(existsSync(file)).toBe(false);
    writeFileSync(join(folder, 'in.ndjson'), USERS);
    await ranIn(folder, planOf(dedupe), { options: { fresh: true } });
    await ranIn(folder, planOf('- remove: [/at]'), { options: { fresh: true } });
    expect(existsSync(file)).toBe(false);
  });

  it('is not written by a dry run, which says how many lines it would have', async () => {
    const folder = folderWith({ 'in.ndjson': USERS });
    const target = { kind: 'folder', folder: join(folder, 'out') } as const;
    const options = { target, stateFolder: join(folder, 'state'), dryRun: true };
    const { report } = await run(await planIn(folder, planOf(dedupe)), options);
    expect(existsSync(join(folder, 'state'))).toBe(false);
    expect(report.duplicates).toBe(3);
    expect(report.files).not.toHaveProperty('duplicates');
    expect(reportText(report, { folder })).toMatch(/duplicates\.ndjson \(3 lines\)/);
  });

  it('is the same when the run was stopped and goes on', async () => {
    const lines = Array.from({ length: 6_000 }, (_, i) => `{"id":"u${i}","mail":"m${(i * 7919) % 4_000}"}\n`).join('');
    const text = planOf(dedupe);
    const [alone, stopped] = [folderWith({ 'in.ndjson': lines }), folderWith({ 'in.ndjson': lines })];
    const whole = await ranIn(alone, text);
    const controller = new AbortController();
    const onProgress: RunOptions['onProgress'] = ({ documents }) => {
      if (documents >= 2_000) controller.abort();
    };
    const first = await ranIn(stopped, text, { options: { workers: 0, signal: controller.signal, onProgress } });
    expect(first.exitStatus).toBe(EXIT_STATUS.interrupted);
    const resumed = await ranIn(stopped, text);
    expect(resumed.files).toEqual(whole.files);
    expect(resumed.report).toMatchObject({ duplicates: 2_000, entities: whole.report.entities });
    expect(resumed.report.findings).toEqual(whole.report.findings);
    expect(readFileSync(join(stopped, 'state', NDJSON))).toEqual(readFileSync(join(alone, 'state', NDJSON)));
  });
});

describe('references to duplicates', () => {
  const LIBRARY = `version: 1
name: library
sources: { author: { file: authors.ndjson }, book: { file: books.ndjson } }
transforms:
  - set: { /mail: "{/mail|lower}" }
    for: author
  - dedupe: { key: /mail, keep: newest, by: /_ts }
    for: author
  - lookup: { in: duplicates, local: /authorId, foreign: /id, as: /authorId, pick: /winner, one: true }
    for: book
  - lookup: { in: author, local: /authorId, foreign: /id, as: /author, pick: /name, one: true }
    for: book
containers:
  authors: { entities: [author], partitionKey: /id, uniqueKeys: [/mail] }
  books: { entities: [book], partitionKey: /authorId }
`;
  const AUTHORS = [
    '{"id":"a1","mail":"ann@example.org","name":"A. Lee","_ts":1}',
    '{"id":"a2","mail":"bob@example.org","name":"Bob","_ts":1}',
    '{"id":"a3","mail":"Ann@example.org","name":"Ann Lee","_ts":2}',
  ].join('\n');
  const BOOKS = ['a1', 'a2', 'a3', 'a9'].map((id, i) => `{"id":"b${i}","authorId":"${id}"}`).join('\n');

  it.each([0, 2])('are repointed, and lead to the one that stays (%i workers)', async (workers) => {
    const folder = folderWith({ 'authors.ndjson': AUTHORS, 'books.ndjson': BOOKS });
    const options = workers === 0 ? { workers } : { workers, workersFrom: 0 };
    const { files, report, rejects } = await ranIn(folder, LIBRARY, { target: 'embedded', options });
    expect(rejects).toEqual([]);
    expect(files['authors.ndjson']!.map((line) => line.slice(7, 9))).toEqual(['a2', 'a3']);
    expect(files['books.ndjson']).toEqual([
      '{"id":"b0","authorId":"a3","author":"Ann Lee"}',
      '{"id":"b1","authorId":"a2","author":"Bob"}',
      '{"id":"b2","authorId":"a3","author":"Ann Lee"}',
      '{"id":"b3","authorId":"a9"}',
    ]);
    // What nobody is called is missing among authors; not to be a duplicate is nothing to report.
    const missing = report.findings.filter(({ code }) => code === 'REFERENCE_MISSING');
    expect(missing).toMatchObject([{ entity: 'book', count: 1, examples: [{ line: 4 }] }]);
  });

  it('lead to the one that is left behind several steps', async () => {
    const friend = (id: string): string => `{"id":"of ${id}","friend":"${id}"}`;
    const folder = folderWith({
      'in.ndjson': [
        '{"id":"a","x":1}',
        '{"id":"b","x":1,"y":1,"z":9}',
        '{"id":"c","y":1}',
        '{"id":"d","y":1,"z":2}',
        '{"id":"e","z":2}',
        '{"id":"f","x":9,"z":9}',
        '{"id":"g","x":9}',
        ...['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(friend),
      ].join('\n'),
    });
    const steps = ['/x', '/y', '/z'].map((path) => `- dedupe: { key: ${path}, keep: last }`);
    const repoint = '- lookup: { in: duplicates, local: /friend, foreign: /id, as: /friend, pick: /winner, one: true }';
    const { files, report } = await ranIn(folder, planOf([...steps, repoint].join('\n')));
    expect(files['users.ndjson']).toEqual([
      '{"id":"e","z":2}',
      '{"id":"g","x":9}',
      ...['a', 'b', 'c', 'd', 'e'].map((id) => friend(id).replace(/"\w"}$/, '"e"}')),
      ...['f', 'g'].map((id) => friend(id).replace(/"\w"}$/, '"g"}')),
    ]);
    // The file says to whom each has lost.
    expect(duplicatesIn(folder).map((line) => [(line as User).id, (line as User)['winner']])).toEqual([
      ['a', 'b'],
      ['f', 'g'],
      ['b', 'd'],
      ['c', 'd'],
      ['d', 'e'],
    ]);
    expect(report.findings.filter(({ code }) => code.startsWith('REFERENCE'))).toEqual([]);
  });

  it('lead to the one that is left where several entities compete, whoever has its id among others', async () => {
    const plan = (first: string): string => `version: 1
name: people
sources: { user: { file: users.ndjson }, guest: { file: guests.ndjson }, visit: { file: visits.ndjson } }
transforms:
  - dedupe: { key: /x, keep: ${first} }
    for: [user, guest]
  - dedupe: { key: /y, keep: last }
    for: guest
  - dedupe: { key: /z, keep: last }
    for: user
  - lookup: { in: duplicates, local: /by, foreign: /id, as: /by, pick: [/winner, /winnerEntity], one: true }
    for: visit
containers:
  all: { entities: [user, guest, visit], partitionKey: /id }
`;
    const folder = folderWith({
      'users.ndjson':
        '{"id":"u1","x":1}\n{"id":"g1","z":1}\n{"id":"u2","z":1}\n{"id":"u3","x":2,"z":3}\n{"id":"u4","z":3}\n',
      'guests.ndjson': '{"id":"g1","x":1,"y":1}\n{"id":"g2","y":1}\n{"id":"g3","x":2}\n',
      'visits.ndjson': '{"id":"v1","by":"u1"}\n{"id":"v2","by":"g3"}\n',
    });
    // A user lost to a guest, who lost to a guest later; a user who has the guest's id lost to another one.
    const last = await ranIn(folder, plan('last'));
    expect(last.files['all.ndjson']!.slice(-2)).toEqual([
      '{"id":"v1","by":{"winner":"g2","winnerEntity":"guest"}}',
      '{"id":"v2","by":"g3"}',
    ]);
    expect(duplicatesIn(folder)[0]).toMatchObject({ entity: 'user', id: 'u1', winner: 'g1', winnerEntity: 'guest' });
    // A guest lost to a user, who lost to a user later.
    const first = await ranIn(folder, plan('first'));
    expect(first.files['all.ndjson']!.slice(-2)).toEqual([
      '{"id":"v1","by":"u1"}',
      '{"id":"v2","by":{"winner":"u4","winnerEntity":"user"}}',
    ]);
  });

  it('are reported where they would match as text, and where duplicates of one id came to different ones', async () => {
    const folder = folderWith({
      'in.ndjson': [
        '{"id":"1","k":"a"}',
        '{"id":"x","k":"a","friend":5}',
        '{"id":"2","k":"b"}',
        '{"id":"x","k":"b","friend":"x"}',
        '{"id":"5","k":"a","friend":"y"}',
        '{"id":"3","friend":5}',
        '{"id":"4","friend":"x"}',
      ].join('\n'),
    });
    const repoint = '- lookup: { in: duplicates, local: /friend, foreign: /id, as: /friend, pick: /winner, one: true }';
    const { report, files } = await ranIn(folder, planOf(`- dedupe: { key: /k }\n${repoint}`));
    expect(files['users.ndjson']!.slice(2)).toEqual(['{"id":"3","friend":5}', '{"id":"4","friend":"1"}']);
    const told = report.findings.filter(({ code }) => code.startsWith('REFERENCE'));
    expect(told).toMatchObject([
      { code: 'REFERENCE_AS_TEXT', count: 1, examples: [{ line: 6 }] },
      { code: 'REFERENCE_KEY_REPEATED', count: 1, examples: [{ line: 7 }] },
    ]);
  });

  it('are reported once a value, however many duplicates it leads to, and not for what other values lead to', async () => {
    const folder = folderWith({
      'in.ndjson': [
        '{"id":"1","k":"a"}',
        '{"id":"x","k":"a"}',
        '{"id":"2","k":"b"}',
        '{"id":"x","k":"b"}',
        '{"id":"x","k":"b"}',
        '{"id":"y","k":"b"}',
        '{"id":"3","friends":["x"]}',
        '{"id":"4","friends":["y","x"]}',
      ].join('\n'),
    });
    const first =
      '- lookup: { in: duplicates, local: "/friends/*", foreign: /id, as: /first, pick: /winner, one: true, aggregate: { all: count } }';
    const { report, files } = await ranIn(folder, planOf(`- dedupe: { key: /k }\n${first}`));
    expect(files['users.ndjson']!.slice(2)).toEqual([
      '{"id":"3","friends":["x"],"first":"1","all":3}',
      '{"id":"4","friends":["y","x"],"first":"2","all":4}',
    ]);
    const told = report.findings.filter(({ code }) => code.startsWith('REFERENCE'));
    expect(told).toMatchObject([{ code: 'REFERENCE_KEY_REPEATED', count: 1, examples: [{ line: 7 }] }]);
  });
});

interface User {
  readonly id: string;
  readonly k?: unknown;
  readonly at?: unknown;
  readonly [name: string]: unknown;
}

const KEEPS = ['first', 'last', 'newest', 'oldest', 'merge'] as const;

/** What is to come of users, looked at all together. */
function modelOf(users: readonly User[], keep: (typeof KEEPS)[number]): { stay: User[]; out: [string, string][] } {
  const order = ({ at }: User): number => (typeof at === 'number' ? at : -Infinity);
  const stay: User[] = [];
  const out: [string, string][] = [];
  for (const user of users) {
    const rivals = users.filter(({ k }) => k !== undefined && k !== null && k === user.k);
    if (rivals.length < 2) {
      stay.push(user);
      continue;
    }
    let winner = rivals[0]!;
    for (const rival of rivals.slice(1)) {
      if (keep === 'last') winner = rival;
      else if (keep === 'newest' && order(rival) > order(winner)) winner = rival;
      else if (keep === 'oldest' && order(rival) < order(winner)) winner = rival;
    }
    if (winner !== user) out.push([user.id, winner.id]);
    else stay.push(keep === 'merge' ? (Object.assign({}, ...rivals, { id: user.id }) as User) : user);
  }
  return { stay, out };
}

const users = fc.array(
  fc.record(
    {
      k: fc.oneof(fc.constantFrom(1, 2, 3, '1', true, null), fc.nat(20)),
      at: fc.oneof(fc.nat(3), fc.constantFrom(null)),
      a: fc.nat(2),
      b: fc.string({ maxLength: 3 }),
      pad: fc.nat(1_000).map((size) => 'x'.repeat(size)),
    },
    { requiredKeys: [] },
  ),
  { maxLength: 80 },
);

describe('what dedupe comes to', () => {
  it.each(KEEPS)(
    'is what a look at all documents says: %s',
    async (keep) => {
      const by = keep === 'newest' || keep === 'oldest' ? ', by: /at' : '';
      const text = planOf(`- dedupe: { key: /k, keep: ${keep}${by} }`);
      await holdsAsync(
        fc.asyncProperty(users, async (given) => {
          const all = given.map((user, i): User => ({ id: `u${i}`, ...user }));
          const folder = folderWith({ 'in.ndjson': all.map((user) => `${JSON.stringify(user)}\n`).join('') });
          const { stay, out } = modelOf(all, keep);
          const { files, report } = await ranIn(folder, text, { options: { workers: 0 } });
          expect(files['users.ndjson']!.map((line) => JSON.parse(line) as unknown)).toEqual(stay);
          expect(report.balance.ok).toBe(true);
          expect(report.duplicates ?? 0).toBe(out.length);
          if (out.length === 0) return;
          const told = duplicatesIn(folder) as { id: string; winner: string; doc: User }[];
          expect(told.map(({ id, winner }) => [id, winner])).toEqual(out);
          expect(told.map(({ doc }) => doc)).toEqual(out.map(([id]) => all.find((user) => user.id === id)));
        }),
        10,
      );
    },
    60_000,
  );

  it('is the same for any number of threads', async () => {
    const steps = `- split: { path: /pets, into: pet }
- dedupe: { key: /k, keep: newest, by: /at }
- dedupe: { key: /name, keep: merge }
  for: pet
- dedupe: { key: [/a, /b] }
- lookup: { in: duplicates, local: /friend, foreign: /id, as: /friend, pick: /winner, one: true }`;
    const text = planOf(steps, '  pets: { entities: [pet], partitionKey: /id }');
    const lines = Array.from({ length: 5_000 }, (_, i) => {
      const pets = Array.from({ length: i % 4 }, (_pet, p) => ({ id: p, name: (i * 31 + p) % 900, [`p${i % 5}`]: i }));
      const user = {
        id: `u${i}`,
        k: i % 3_000,
        at: (i * 7919) % 10,
        a: i % 80,
        b: i % 70,
        friend: `u${(i * 13) % 5_000}`,
      };
      return `${JSON.stringify({ ...user, pets })}\n`;
    });
    const input = { 'in.ndjson': lines.join('') };
    const [alone, shared] = [folderWith(input), folderWith(input)];
    const one = await ranIn(alone, text, { options: { workers: 0 } });
    const two = await ranIn(shared, text, { options: { workers: 2, workersFrom: 0 } });
    const { entities, findings, lost, balance, duplicates } = one.report;
    expect(duplicates).toBeGreaterThan(2_000);
    expect(balance.ok).toBe(true);
    expect(two.files).toEqual(one.files);
    expect(two.report).toMatchObject({ entities, findings, lost, balance, duplicates });
    expect(readFileSync(join(shared, 'state', NDJSON))).toEqual(readFileSync(join(alone, 'state', NDJSON)));
  }, 60_000);
});
