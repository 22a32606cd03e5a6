// What is said when a plan meets data that it does not fit?
import { describe, expect, it, onTestFinished } from 'vitest';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check, type CheckResult } from '../../../src/commands/check.ts';

const HEAD = 'version: 1\nname: shop\nsource: { file: orders.ndjson, entity: order }\n';
const ORDERS = 'containers:\n  orders: { entities: [order], partitionKey: /id }\n';
const LINES = `${ORDERS}  lines: { entities: [line], partitionKey: /orderId }\n`;

/** The lines that are said, the plan's folder left out. */
async function held(plan: string, ...documents: readonly (string | object)[]): Promise<string[]> {
  const { lines } = await checked(`${HEAD}${plan}`, documents);
  return lines.slice(0, -1);
}

async function checked(plan: string, documents: readonly (string | object)[]): Promise<CheckResult> {
  const folder = mkdtempSync(join(tmpdir(), 'remodel-sample-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const texts = documents.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
  writeFileSync(join(folder, 'plan.yaml'), plan);
  writeFileSync(join(folder, 'orders.ndjson'), texts.map((text) => `${text}\n`).join(''));
  const result = await check(join(folder, 'plan.yaml'), { env: {}, sample: true });
  return { ...result, lines: result.lines.map((line) => line.replaceAll(`${folder}/`, '')) };
}

describe('a plan that fits its data', () => {
  it('is said to have no problems', async () => {
    const plan = `transforms:\n  - split: { path: /lines, into: line, link: { orderId: /id } }\n${LINES}`;
    const { lines, status, sample } = await checked(`${HEAD}${plan}`, [
      { id: 'o1', lines: [{ id: 'a' }, { id: 'b' }] },
      { id: 'o2', lines: [] },
      { id: 'o3' },
    ]);
    expect({ lines, status }).toEqual({
      lines: [
        'plan.yaml: the plan "shop" (1 source, 1 step, 2 containers), held against 3 documents of orders.ndjson: no problems.',
      ],
      status: 0,
    });
    expect(sample).toMatchObject({ documents: 3, rejected: 0, sources: ['orders.ndjson'] });
  });
});

describe('a path that no document has', () => {
  const rename = (path: string): string => `transforms:\n  - rename:\n      ${path}: /there\n${ORDERS}`;

  it('is reported where it stands in the plan', async () => {
    expect(await held(rename('/zip'), { id: '1', city: 'Rome' }, { id: '2' })).toEqual([
      'plan.yaml:6:7 path-not-in-data warning: rename: none of 2 documents has /zip.',
    ]);
  });

  it.each([
    ['/zipcode', 'ZipCode', '"/ZipCode" (the case differs)'],
    ['/zip', 'zip\u200b', String.raw`"/zip\u200b" (with the character U+200B, which is not seen)`],
    ['/zip', '\ufeffzip', String.raw`"/\"\ufeffzip\"" (with the character U+FEFF, which is not seen)`],
    ['/zip', 'zip ', '"/zip " (with the character U+0020, which is not seen)'],
    ['/caf\u00e9', 'cafe\u0301', '"/cafe\u0301" (letters composed otherwise)'],
    ['/zip_code', 'zipCode', '"/zipCode"'],
    ['/adress', 'address', '"/address"'],
  ])('%s is told from %j that the data has', async (path, name, meant) => {
    const [line] = await held(rename(path), { id: '1', [name]: 'x' });
    expect(line).toContain(`does not have ${path}; did you mean ${meant}?`);
  });

  it('is none where only the documents that a condition lets through lack what it asks for', async () => {
    const plan = `transforms:\n  - set: { /a: 1 }\n    if: doc.keep != true\n${ORDERS}`;
    expect(await held(plan, { id: '1', keep: true }, { id: '2' })).toEqual([]);
    expect(await held(plan, { id: '1', Keep: true }, { id: '2' })).toEqual([
      'plan.yaml:5:5 path-not-in-data warning: set: none of 2 documents has /keep; did you mean "/Keep" (the case differs)?',
    ]);
  });

  it('names the path below the last place that is there', async () => {
    const [line] = await held(rename('/ship/adress/zip'), { id: '1', ship: { address: { zip: '1' } } });
    expect(line).toContain('; did you mean "/ship/address/zip"?');
  });

  it('says that a * is missing where an array is on the way', async () => {
    const [line] = await held(
      `transforms:\n  - remove: [/lines/note]\n${ORDERS}`,
      { id: '1', lines: [{ note: 'x' }] },
      { id: '2', lines: [] },
    );
    expect(line).toContain('none of 2 documents has /lines/note; /lines is an array: did you mean "/lines/*/note"?');
  });

  it('is no fault of elements where all arrays are empty, nor where one document has it', async () => {
    const plan = `transforms:\n  - remove: [/lines/*/note, /city]\n${ORDERS}`;
    expect(await held(plan, { id: '1', lines: [], city: 'Rome' }, { id: '2' })).toEqual([
      expect.stringContaining('none of 2 documents has /lines/*/note') as string,
    ]);
    expect(await held(plan, { id: '1', lines: [], city: 'Rome' }, { id: '2', lines: [] })).toEqual([]);
  });

  it('is found in the elements of a split', async () => {
    const plan = `transforms:\n  - split: { path: /lines, into: line, link: { orderId: /id }, keep: { as: last, newest: 1, by: /At } }\n${LINES}`;
    const lines = await held(plan, { id: '1', lines: [{ id: 'a', at: '2026-01-01' }] });
    expect(lines[0]).toContain('does not have /lines/*/At; did you mean "/lines/*/at" (the case differs)?');
  });

  it('is found in keys of containers, for each entity', async () => {
    const plan = `containers:\n  orders: { entities: [order], partitionKey: /Tenant, uniqueKeys: [/mail] }\n`;
    expect(await held(plan, { id: '1', tenant: 'a', mail: 'x' }, { id: '2', tenant: 'a' })).toEqual([
      'plan.yaml:5:46 path-not-in-data warning: orders: the partition key finds nothing in order: none of 2 documents has /Tenant; did you mean "/tenant" (the case differs)?',
      'plan.yaml:5:68 no-key-value warning: orders: a unique key /mail has no value in 1 of 2 documents of order: missing (1, first orders.ndjson:2); give every document one, with fill.',
    ]);
  });
});

describe('MongoDB Extended JSON', () => {
  const documents = [{ id: '1', at: 1 }, '{"_id":{ "$oid":"5e9"},"id":"2"}', { id: '3', at: { $date: '2026-01-31' } }];

  it('is noticed where the source does not say so, once', async () => {
    expect(await held(ORDERS, ...documents)).toEqual([
      expect.stringMatching(
        /^plan\.yaml:3:1 extended-json warning: .+ \(\{"\$oid": …\}, first orders\.ndjson:2\), .+ Say extendedJson: true /,
      ),
    ]);
  });

  it('is right where it does', async () => {
    const plan = `${HEAD.replace('order }', 'order, extendedJson: true }')}${ORDERS}`;
    expect((await checked(plan, documents)).lines).toHaveLength(1);
  });

  it('is none in a text, in a key with other characters, or in a reference', async () => {
    const others = [
      { id: '1', text: '{"$oid":"5e9"}' },
      { id: '2', a: { $oids: 1 }, b: { $ref: 'c', $id: 1 } },
    ];
    expect(await held(ORDERS, ...others)).toEqual([]);
  });
});

it('shows where a key is missing, where it is null, and what fills which', async () => {
  const plan = `containers:\n  orders: { entities: [order], partitionKey: /tenant, uniqueKeys: [/mail] }\n`;
  const at = { tenant: 'a' };
  const [nulls] = await held(
    plan,
    { ...at, id: '1', mail: 'x' },
    { ...at, id: '2', mail: null },
    { ...at, id: '3', mail: null },
  );
  expect(nulls).toMatch(
    /in 2 of 3 documents of order: null \(2, first orders\.ndjson:2\); .* with fill and its nulls: true\.$/,
  );
  const [both] = await held(plan, { ...at, id: '1', mail: 'x' }, { ...at, id: '2', mail: null }, { ...at, id: '3' });
  expect(both).toContain(': missing (1, first orders.ndjson:3) and null (1, first orders.ndjson:2); ');
});

describe('documents that a step rejects', () => {
  const split = `transforms:\n  - split: { path: /lines, into: line, link: { orderId: /id } }\n${LINES}`;

  it('are an error where they are all', async () => {
    const { lines, status } = await checked(`${HEAD}${split}`, [
      { id: '1', lines: 'x' },
      { id: '2', lines: {} },
    ]);
    expect(status).toBe(2);
    expect(lines[0]).toMatch(
      /^plan\.yaml:5:20 array-never split rejects all 2 documents \(NOT_AN_ARRAY, first orders\.ndjson:1\): \/lines is a string/,
    );
  });

  it('are a warning where they are some', async () => {
    const { lines, status } = await checked(`${HEAD}${split}`, [
      { id: '1', lines: [] },
      { id: '2', lines: {} },
    ]);
    expect(status).toBe(0);
    expect(lines.join('\n')).toContain(
      'step-rejects warning: split rejects 1 of 2 documents (NOT_AN_ARRAY, first orders.ndjson:2)',
    );
  });

  it('are counted for each step by itself, behind what earlier steps have left', async () => {
    const plan = `transforms:\n  - set: { /a: "{/x}" }\n  - set: { /b: "{/y}" }\n${ORDERS}`;
    const lines = await held(plan, { id: '1', x: 1, y: 1 }, { id: '2', y: 1 }, { id: '3', x: 1 });
    expect(lines).toEqual([
      expect.stringMatching(
        /^plan\.yaml:5:16 template-fails warning: set rejects 1 of 3 documents .*first orders\.ndjson:2/,
      ) as string,
      expect.stringMatching(
        /^plan\.yaml:6:16 template-fails warning: set rejects 1 of 2 documents .*first orders\.ndjson:3/,
      ) as string,
    ]);
  });
});

describe('ids', () => {
  it('that are too long are counted, with the step that makes them', async () => {
    const plan = `transforms:\n  - split: { path: /lines, into: line, link: { orderId: /id }, id: "{parent/id}{/text}" }\n${LINES}`;
    const [line] = await held(plan, { id: '1', lines: [{ text: 'x'.repeat(1024) }, { text: 'y' }] });
    expect(line).toMatch(
      /^plan\.yaml:5:5 id-refused warning: 1 of 2 documents of line would be refused by lines \(ID_INVALID, first orders\.ndjson:1\): The id has 1025 bytes/,
    );
  });

  it('that repeat with equal content are one document, and none of a problem', async () => {
    const plan = `transforms:\n  - split: { path: /lines, into: line, link: { orderId: /id } }\n${LINES}`;
    expect(await held(plan, { id: '1', lines: [{ id: 'a' }, { id: 'a' }] })).toEqual([]);
  });

  it('that repeat in another logical partition are different', async () => {
    const plan = `transforms:\n  - split: { path: /lines, into: line, link: { orderId: /id }, id: "{/id}" }\n${LINES}`;
    expect(await held(plan, { id: '1', lines: [{ id: 'a' }] }, { id: '2', lines: [{ id: 'a' }] })).toEqual([]);
  });
});

describe('ids beside a split', () => {
  const split = (id: string): string =>
    `transforms:\n  - split: { path: /o/lines, into: line, link: { orderId: /id }${id} }\n${LINES}`;
  const order = { id: '1', o: { lines: [{ id: 7 }, { id: 8 }], lineIds: [8, 7], lastLineId: '8', tags: ['x'] } };

  it('are named, numbers and texts alike', async () => {
    const lines = await held(split(''), order);
    expect(lines.map((line) => /ids-beside .*?and (\S+) beside/.exec(line)?.[1])).toEqual([
      '/o/lineIds',
      '/o/lastLineId',
    ]);
  });

  it('stay right where the elements keep their ids', async () => {
    expect(await held(split(', id: "{/id}"'), order)).toEqual([]);
  });

  it('are not suspected where other values stand there too', async () => {
    const other = { id: '2', o: { lines: [{ id: 1 }], lineIds: [5], lastLineId: '6' } };
    expect(await held(split(''), { ...order, o: { ...order.o, lastLineId: 9 } }, other)).toEqual([]);
  });
});

describe('types', () => {
  it('that mix at one path are counted, with the first place of each', async () => {
    const plan = `transforms:\n  - copy: { /price: /cost }\n${ORDERS}`;
    expect(
      await held(plan, { id: '1', price: 1 }, { id: '2', price: '2' }, { id: '3', price: 3 }, { id: '4', price: null }),
    ).toEqual([
      'plan.yaml:5:13 mixed-types warning: copy: the values at /price are numbers (2, first orders.ndjson:1) and strings (1, first orders.ndjson:2); bring them to one type before, with convert or stringify.',
    ]);
  });

  it('that mix are no news to a step that mends it', async () => {
    const plan = `transforms:\n  - stringify: [/price]\n${ORDERS}`;
    expect(await held(plan, { id: '1', price: 1 }, { id: '2', price: '2' })).toEqual([]);
  });
});

it('says how many records are no documents, and of an empty sample that it is one', async () => {
  expect(await held(ORDERS, { id: '1' }, '{"id":', '[1]')).toEqual([
    expect.stringMatching(
      /^plan\.yaml:3:1 record-unreadable warning: 2 records of the sample are no document; first LINE_INVALID: orders\.ndjson:2: /,
    ) as string,
  ]);
  expect(await held(ORDERS)).toEqual([expect.stringContaining('sample-empty warning: ') as string]);
});

it('shows no value of a variable', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'remodel-sample-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const plan = `${HEAD}transforms:\n  - remove: ["/\${SECRET_NAME}"]\n${ORDERS}`;
  writeFileSync(join(folder, 'plan.yaml'), plan);
  writeFileSync(join(folder, 'orders.ndjson'), '{"id":"1"}\n');
  const { lines } = await check(join(folder, 'plan.yaml'), { env: { SECRET_NAME: 'correct-horse' }, sample: true });
  expect(lines.join('\n')).toContain('path-not-in-data');
  expect(lines.join('\n')).not.toContain('correct-horse');
});

describe('steps across documents', () => {
  const HOURS = 'containers:\n  orders: { entities: [order, hour], partitionKey: /id }\n';

  it('refuse documents of a sample as they would in a run', async () => {
    const plan = `transforms:\n  - group: { key: { kind: /kind, hour: '{/at|hour}' }, into: hour }\n${HOURS}`;
    expect(await held(plan, { id: '1', kind: 'a', at: '2026-01-01T10:00:00Z' }, { id: '2', kind: 'a', at: 5 })).toEqual(
      [expect.stringMatching(/^plan\.yaml:5:\d+ template-fails warning: group rejects 1 of 2 documents/)],
    );
    expect(await held(plan, { id: '1', kind: 'a', at: '2026-01-01T10:00:00Z' }, { id: '2', kind: null })).toEqual([
      expect.stringMatching(/^plan\.yaml:5:\d+ step-rejects warning: group rejects 1 of 2 documents \(KEY_MISSING/),
    ]);
  });

  it('name paths that no document has, wherever the plan says them', async () => {
    const options =
      'key: [/kind, /kidn], into: hour, gather: { all: { pick: [/at, /ta], by: /wehn } }, aggregate: { s: sum /qyt }';
    const lines = await held(`transforms:\n  - group: { ${options} }\n${HOURS}`, { id: '1', kind: 'a', at: 'x' });
    const named = lines.flatMap((line) => /path-not-in-data .* does not have (\S+?)[.;]/.exec(line)?.[1] ?? []);
    expect(named).toEqual(['/kidn', '/ta', '/wehn', '/qyt']);
  });

  it('let documents that they do not consume go on to the next step', async () => {
    const plan = `transforms:\n  - group: { key: [/kind], into: hour, consume: false }\n  - set: { /x: '{/kidn}' }\n    for: order\n${HOURS}`;
    expect(await held(plan, { id: '1', kind: 'a' })).toEqual([
      expect.stringContaining('path-not-in-data warning: set: the one document does not have /kidn'),
      expect.stringContaining('template-fails set rejects the one document'),
    ]);
  });

  it('name what is asked of ancestors, and each part of a key', async () => {
    const lines = await held(
      `transforms:\n  - ancestors: { parent: /up, of: { name: /nmae, href: '/c/{/name}' } }\n  - dedupe: { key: [/name, /kidn] }\n${ORDERS}`,
      { id: '1', name: 'a', up: null },
    );
    expect(lines.filter((line) => line.includes('path-not-in-data'))).toEqual([
      'plan.yaml:5:43 path-not-in-data warning: ancestors: the one document does not have /nmae; did you mean "/name"?',
      'plan.yaml:6:28 path-not-in-data warning: dedupe: the one document does not have /kidn.',
    ]);
  });
});
