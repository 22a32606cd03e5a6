import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { isUnsafe } from '../../src/document/number.ts';
import { parsePath } from '../../src/document/path.ts';
import { convert } from '../../transforms/convert.ts';
import { jsonNumber } from '../document/fractions.ts';
import { holds } from '../property.ts';
import { folderWith, planIn, runIn } from '../run/running.ts';
import { type Passed, passThrough } from './pass-through.ts';

type Target = Parameters<typeof convert.compile>[0]['types'][number]['value'];

/** What is at /v after it has been converted to these types in turn. */
function converted(json: string, ...types: readonly Target[]): Passed {
  const steps = types.map((value, index) => ({
    index,
    name: 'convert',
    for: ['doc'],
    overwrite: false,
    makes: [],
    compile: (): ReturnType<typeof convert.compile> =>
      convert.compile({ types: [{ key: parsePath('/v'), value }] }, { overwrite: false, entities: ['doc'] }),
  }));
  const plan = { steps, entities: ['doc'], sources: [{ entity: 'doc', file: '-', maxDocument: 0 }] };
  return passThrough(plan, [`{"v":${json}}`]);
}

it('numbers that pass through text keep their value and, where they are unsafe, their digits', () => {
  holds(
    fc.property(jsonNumber(), (source) => {
      const [left = ''] = converted(source, 'string', 'number').documents['doc'] ?? [];
      const digits = left.slice('{"v":'.length, -1);
      expect(isUnsafe(source) ? digits === source : Number(digits) === Number(source)).toBe(true);
    }),
    1000,
  );
});

it('text is a number exactly when JSON says so', () => {
  const digits = fc.array(fc.constantFrom('0', '1', '9', '-', '+', '.', 'e', 'E', ' '), { maxLength: 8 });
  holds(
    fc.property(
      fc.oneof(
        digits.map((parts) => parts.join('')),
        jsonNumber(),
      ),
      (text) => {
        const passed = converted(JSON.stringify(text), 'number');
        const isNumber = text.trim() === text && isJsonNumber(text);
        expect(passed.documents['doc'] ?? []).toEqual(isNumber ? [`{"v":${text}}`] : []);
      },
    ),
    2000,
  );
});

it('times of every millisecond come back from numbers', () => {
  // Beyond the year 5138 a number of seconds counts as milliseconds.
  const times = fc.date({
    min: new Date('0000-01-01T00:00:00Z'),
    max: new Date('4999-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  });
  holds(
    fc.property(times, (time) => {
      const text = time.toISOString().replace('.000Z', 'Z');
      expect(converted(`"${text}"`, 'epochMillis').documents['doc']).toEqual([`{"v":${time.getTime()}}`]);
      expect(converted(`"${text}"`, 'epochSeconds').documents['doc']).toEqual([
        `{"v":${Math.floor(time.getTime() / 1000)}}`,
      ]);
      const seconds = Math.floor(time.getTime() / 1000);
      expect(converted(String(seconds), 'iso8601', 'epochSeconds').documents['doc']).toEqual([`{"v":${seconds}}`]);
    }),
    1000,
  );
});

it('reports numbers that a double cannot hold, once they are numbers', async () => {
  const folder = folderWith({ 'in.ndjson': '{"id":"a","n":"12345678901234567890"}\n{"id":"b","n":"12"}\n' });
  const plan = `version: 1
name: unsafe
source: { file: in.ndjson, entity: doc }
transforms: [{ convert: { /n: number } }]
containers: { all: { entities: [doc], partitionKey: /id } }
`;
  const { files, report } = await runIn(folder, await planIn(folder, plan));
  expect(files['all.ndjson']).toEqual(['{"id":"a","n":12345678901234567890}', '{"id":"b","n":12}']);
  expect(report.findings).toMatchObject([
    { code: 'NUMBER_UNSAFE', path: '/n', count: 1, examples: [{ value: '12345678901234567890' }] },
  ]);
});

function isJsonNumber(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'number';
  } catch {
    return false;
  }
}
