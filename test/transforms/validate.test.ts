// Does a schema hold what JSON Schema says, also for documents that are made to be a nuisance?
import { describe, expect, it } from 'vitest';
import { EXIT_STATUS } from '../../src/exit-status.ts';
import type { RunOptions } from '../../src/run.ts';
import { folderWith, planIn, type Ran, runIn } from '../run/running.ts';

const PLAN = `version: 1
name: validated
source: { file: in.ndjson, entity: post }
transforms:
  - validate: s.json
containers:
  posts: { entities: [post], partitionKey: /id }
`;

async function ranWith(
  schema: string | object,
  lines: readonly string[],
  more: Partial<RunOptions> = {},
): Promise<Ran> {
  const text = typeof schema === 'string' ? schema : JSON.stringify(schema);
  const folder = folderWith({ 's.json': text, 'in.ndjson': lines.map((line) => `${line}\n`).join('') });
  return runIn(folder, await planIn(folder, PLAN), 'folder', more);
}

/** What is wrong with the documents, without the words around it; empty for one that holds. */
async function problems(schema: string | object, lines: readonly string[]): Promise<string[]> {
  const { rejects } = await ranWith(schema, lines);
  return lines.map((_, i) => {
    const message = rejects.find(({ at }) => at.line === i + 1)?.message ?? '';
    return message.replace('It does not fit s.json: ', '').replace(/\.$/, '');
  });
}

describe('validate', () => {
  it('rejects with every error and its path, and lets the others be', async () => {
    const schema = {
      type: 'object',
      required: ['id', 'name', 'a/b'],
      properties: {
        name: {},
        'a/b': {},
        id: { type: 'string' },
        items: { type: 'array', items: { properties: { n: { maximum: 3 } } } },
      },
      additionalProperties: false,
      propertyNames: { maxLength: 6 },
    };
    const bad = '{"id":7,"items":[{"n":1},{"n":4}],"longname":1}';
    const ran = await ranWith(
      { ...schema, $defs: {} },
      [bad, '{"id":"1","name":1.0,"a/b":null}'].map((line) => line),
    );
    expect(ran.rejects).toMatchObject([{ stage: 'step', step: 'validate', code: 'VALIDATION_FAILED', original: bad }]);
    const [message] = await problems(schema, [bad]);
    expect(message!.split('; ').toSorted()).toEqual(
      [
        '/ the name "longname" must not have more than 6 characters',
        '/ property name must be valid',
        '/"a/b" is missing',
        '/id must be string',
        '/items/1/n must be <= 3',
        '/longname must not be there',
        '/name is missing',
      ].toSorted(),
    );
    expect(ran.report.entities['post']).toMatchObject({ read: 2, rejected: 1 });
    expect(ran.files['posts.ndjson']).toEqual(['{"id":"1","name":1.0,"a/b":null}']);
  });

  it('shows ten errors, and how many more there are', async () => {
    const [message] = await problems({ properties: { n: { items: { type: 'string' } } } }, [
      `{"n":[${Array.from({ length: 5000 }, (_, i) => i).join(',')}]}`,
    ]);
    expect(message!.split('; ')).toHaveLength(11);
    expect(message).toMatch(/^\/n\/0 must be string; .*; \/n\/9 must be string; and 4,990 more$/);
  });

  it('shows the first error of a document that is very large', async () => {
    const [message] = await problems({ properties: { n: { items: { type: 'string' } } } }, [
      `{"n":[${Array.from({ length: 150_000 }, () => 1).join(',')}]}`,
    ]);
    expect(message).toBe('/n/0 must be string; there may be more');
  });

  it.each<[schema: string, good: readonly string[], bad: readonly string[]]>([
    [
      '{"type":"integer"}',
      ['1', '1.0', '1e3', '9007199254740993', '-12345678901234567890', '1e400', '9007199254740993.0'],
      ['0.5', '1e-400', '1.0000000000000000001', '9007199254740993.5', '"1"', 'true'],
    ],
    ['{"type":"number"}', ['1', '0.1234567890123456789', '1e400', '9007199254740993'], ['"1"', 'null']],
    ['{"type":"string"}', ['"1"', '""'], ['0.1234567890123456789', '9007199254740993']],
    [
      '{"maximum":9007199254740992}',
      ['9007199254740992', '9007199254740991', '-1e400'],
      ['9007199254740993', '9007199254740992.5', '1e400'],
    ],
    ['{"maximum":9223372036854775807}', ['9223372036854775807', '9223372036854775806'], ['9223372036854775808']],
    ['{"exclusiveMinimum":9223372036854775807}', ['9223372036854775808'], ['9223372036854775807', '1']],
    [
      '{"minimum":0.1,"exclusiveMaximum":0.3}',
      ['0.1', '0.2', '0.29999999999999999999'],
      ['0.3', '0.0999999999999999999999'],
    ],
    ['{"minimum":0}', ['0', '-0', '-0.0', '1e400'], ['-1e-400', '-1']],
    [
      '{"multipleOf":0.01}',
      ['19.99', '0.07', '1e300', '1e400', '-4.35', '0', '12345678901234567890.12'],
      ['0.001', '19.995', '12345678901234567890.123'],
    ],
    ['{"multipleOf":3}', ['9007199254740993', '3e30'], ['9007199254740992', '1e30', '1e99999999999']],
    [
      '{"const":9007199254740993}',
      ['9007199254740993', '9007199254740993.0'],
      ['9007199254740992', '"9007199254740993"'],
    ],
    [
      '{"enum":[1,"1",null,{"a":[1.0,9007199254740993]}]}',
      ['1.0', '"1"', 'null', '{"a":[1,9007199254740993]}'],
      ['2', '{"a":[1,9007199254740992]}', '{}'],
    ],
    [
      '{"uniqueItems":true}',
      ['[1,"1",[1],{"a":1},{"a":2}]', '[9007199254740992,9007199254740993]', '[]'],
      ['[1,1.0]', '[{"a":1,"b":2},{"b":2,"a":1.0}]', '[9007199254740993,9007199254740993]', '[0,-0]'],
    ],
    ['{"pattern":"^\\\\p{L}+$"}', ['"é"'], ['"1"', '""']],
    ['{"pattern":"^.$"}', ['"a"', '"😀"'], ['"\\r"', '"\\u2028"', '"ab"']],
    ['{"pattern":"^\\\\s[\\\\S]$"}', ['"\\u00a0a"', '"\\ufeffa"'], ['"\\u00a0\\u2003"', '"aa"']],
    ['{"pattern":"^[^\\\\s]\\\\S$"}', ['"aa"'], ['"\\u00a0a"', '"a\\u3000"']],
    ['{"pattern":"b"}', ['"abc"', '1'], ['"ac"']],
    ['{"patternProperties":{"^x":{"type":"string"}}}', ['{"x1":"","y":1}'], ['{"x1":1}']],
    ['{"format":"date-time"}', ['"2024-02-29T12:00:00Z"', '1'], ['"2023-02-29T12:00:00Z"', '"2024-02-29"']],
    ['{"format":"email"}', ['"a.b@example.com"'], ['"a.b"', '"a@b@c"']],
    ['{"format":"uuid"}', ['"123e4567-e89b-12d3-a456-426614174000"'], ['"123e4567"']],
    ['{"required":["constructor"]}', ['{"constructor":1}'], ['{}']],
    ['{"required":["__proto__"]}', ['{"__proto__":1}'], ['{}', '{"a":{"__proto__":1}}']],
    [
      '{"additionalProperties":false,"properties":{"toString":{"type":"string"}}}',
      ['{}', '{"toString":""}'],
      ['{"toString":1}', '{"__proto__":1}', '{"constructor":1}'],
    ],
    ['{"prefixItems":[{"const":1}],"items":false}', ['[1]', '[]'], ['[1,2]', '[2]']],
    [
      '{"dependentRequired":{"a":["b"]},"unevaluatedProperties":false,"anyOf":[{"properties":{"a":true,"b":true}}]}',
      ['{"a":1,"b":2}', '{"b":1}'],
      ['{"a":1}', '{"c":1}'],
    ],
  ])('%s holds for those values only that it should', async (schema, good, bad) => {
    const whole = `{"properties":{"v":${schema}}}`;
    const found = await problems(
      whole,
      [...good, ...bad].map((value) => `{"v":${value}}`),
    );
    expect(found.slice(0, good.length)).toEqual(good.map(() => ''));
    for (const [i, value] of bad.entries())
      expect([value, found[good.length + i]]).toEqual([value, expect.stringMatching(/^\/v/)]);
  });

  it('names limits by all their digits, and nothing of the document but names', async () => {
    const schema = `{"properties":{"a":{"maximum":9223372036854775807},"b":{"const":"x"},"c":{"multipleOf":0.01},"d":{"enum":[1]},"e":{"uniqueItems":true}}}`;
    const [message] = await problems(schema, [
      '{"a":9223372036854775808,"b":"secret","c":0.001,"d":"secret","e":["secret","secret"]}',
    ]);
    expect(message).toBe(
      '/a must be <= 9223372036854775807; /b must be the one value that is allowed; /c must be a multiple of 0.01; /d must be one of the values that are allowed; /e must not hold an element twice',
    );
  });

  it('goes along references between files', async () => {
    const folder = folderWith({
      's.json': '{"properties":{"child":{"$ref":"#"},"at":{"$ref":"lib/time.json#/$defs/time"}}}',
      'lib/time.json': '{"$defs":{"time":{"$ref":"../text.json"}}}',
      'text.json': '{"type":"string"}',
      'in.ndjson': '{"id":"1","child":{"child":{"at":7}}}\n{"id":"2","at":"x"}\n',
    });
    const { rejects } = await runIn(folder, await planIn(folder, PLAN));
    expect(rejects.map(({ message }) => message)).toEqual(['It does not fit s.json: /child/child/at must be string.']);
  });

  it('does the same in several threads', async () => {
    const lines = Array.from(
      { length: 3000 },
      (_, i) => `{"id":"${i}","n":${i % 7 === 0 ? '9007199254740993' : i},"pad":"${'x'.repeat(200)}"}`,
    );
    const schema = '{"properties":{"n":{"maximum":9007199254740992},"id":{"pattern":"^[0-8]*$"}}}';
    const alone = await ranWith(schema, lines);
    const shared = await ranWith(schema, lines, { workers: 2, workersFrom: 0 });
    expect(alone.rejects.length).toBeGreaterThan(1000);
    expect(shared.rejects).toEqual(alone.rejects);
    expect(shared.files).toEqual(alone.files);
    expect(shared.exitStatus).toBe(EXIT_STATUS.rejects);
  });

  it('takes a time that grows with the document only', { timeout: 20_000 }, async () => {
    const text = 'a'.repeat(400_000);
    const objects = Array.from({ length: 40_000 }, (_, i) => `{"a":${i}}`).join(',');
    const found = await problems(
      {
        properties: {
          p: { pattern: '^(a+)+$' },
          q: { pattern: '(a|aa)*b' },
          e: { format: 'email' },
          u: { format: 'uri' },
          h: { format: 'hostname' },
          unique: { uniqueItems: true },
        },
      },
      [
        `{"p":"${text}!"}`,
        `{"q":"${text}"}`,
        `{"e":"${text}@${'a-'.repeat(100_000)}"}`,
        `{"u":"a:${'%41'.repeat(100_000)} "}`,
        `{"h":"${'a.'.repeat(100_000)}-"}`,
        `{"unique":[${objects},{"a":0}]}`,
      ],
    );
    expect(found.map((one) => one !== '')).toEqual([true, true, true, true, true, true]);
  });

  it('rejects what nests deeper than its schema can be followed', async () => {
    const deep = `{"c":`.repeat(20_000) + '{}' + '}'.repeat(20_000);
    const schema = { properties: { c: { $ref: '#' } } };
    expect(await problems(schema, [deep])).toEqual(['/ nests deeper than its schema can be followed']);
    const flat = { properties: { c: { type: 'object' }, d: { const: 1 }, e: { uniqueItems: true } } };
    expect(await problems(flat, [deep, `{"d":${deep}}`, `{"e":[${deep},${deep}]}`])).toEqual([
      '',
      '/d must be the one value that is allowed',
      '/e must not hold an element twice',
    ]);
  });
});
