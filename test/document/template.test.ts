import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { textOf } from '../../src/document/decode.ts';
import { addJson } from '../../src/document/literal.ts';
import { Tape } from '../../src/document/tape.ts';
import { parseTemplate, type TemplateScope } from '../../src/document/template.ts';
import { wireText } from '../../src/document/wire-text.ts';

const tape = new Tape();
const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

interface More {
  readonly parent?: string;
  readonly enclosing?: string;
  readonly position?: number;
  readonly shard?: number;
}

/** What a template makes of a document: its text, or the code and the path of the rejection. */
function made(template: string, json: string, more: More = {}): string {
  tape.begin(Buffer.alloc(1));
  const scope: TemplateScope = {
    root: addJson(tape, json),
    ...(more.parent === undefined ? {} : { parent: addJson(tape, more.parent) }),
    ...(more.enclosing === undefined ? {} : { enclosing: addJson(tape, more.enclosing) }),
    ...(more.position === undefined ? {} : { position: more.position }),
    ...(more.shard === undefined ? {} : { shard: more.shard }),
  };
  const answer = parseTemplate(template, ['parent', '^', '#', 'shard']).evaluate(tape, scope, sha256);
  return typeof answer === 'number' ? textOf(tape, answer) : `${answer.code} ${answer.path}`;
}

describe('a template', () => {
  it.each<[template: string, json: string, text: string, more?: More]>([
    ['plain', '{}', 'plain'],
    ['', '{}', ''],
    ['{/a}', '{"a":"x"}', 'x'],
    ['{/a}:{/b/c}', '{"a":"x","b":{"c":7}}', 'x:7'],
    ['{{{/a}}}', '{"a":"x"}', '{x}'],
    ['{{/a}}', '{"a":"x"}', '{/a}'],
    ['{/a}', '{"a":1,"a":2}', '2'],
    ['{/"a|b"}{/"c}d"}{/"e?"}{/"f\\"}"}', '{"a|b":1,"c}d":2,"e?":3,"f\\"}":4}', '1234'],
    ['{/10/0}', '{"10":["first"]}', 'first'],
    ['{ /a b | upper }', '{"a b":"x"}', 'X'],
    ['ü{/a}€', '{"a":"ß"}', 'üß€'],
    ['"\\{/a}\n', '{"a":"\\"\\\\\\n"}', '"\\"\\\n\n'],
    ['{/a}{/b}', '{"a":"\\ud83d","b":"\\ude00"}', '\u{1f600}'],
    ['{/__proto__}', '{"__proto__":"p"}', 'p'],
    ['{parent/id}:{/id}', '{"id":"c"}', 'p:c', { parent: '{"id":"p"}' }],
    ['{^/id}:{#|pad 3}', '{}', 'e:007', { enclosing: '{"id":"e"}', position: 7 }],
    ['{/id}-{shard}', '{"id":"u"}', 'u-9', { shard: 9 }],
  ])('puts values into text: %s of %s', (template, json, text, more) => {
    expect(made(template, json, more)).toBe(text);
  });

  it.each([
    ['7', '7'],
    ['-7', '-7'],
    ['0', '0'],
    ['-0', '0'],
    ['-0.0', '0'],
    ['123456789012345', '123456789012345'],
    ['9007199254740991', '9007199254740991'],
    ['9007199254740993', '9007199254740993'],
    ['1.0', '1'],
    ['1.50', '1.5'],
    ['1e3', '1000'],
    ['12345678901234567.89', '12345678901234567.89'],
    ['true', 'true'],
    ['false', 'false'],
    ['"1e3"', '1e3'],
  ])('prints %s as %s', (json, text) => {
    expect(made('{/a}', `{"a":${json}}`)).toBe(text);
    expect(made('<{/a}>', `{"a":${json}}`)).toBe(`<${text}>`);
    expect(made('{/a|trim}', `{"a":${json}}`)).toBe(text);
  });

  it.each([
    ['{/a?}', '{}', ''],
    ['{/a?}', '{"a":null}', ''],
    ['<{/a?}>', '{"a":"x"}', '<x>'],
    ['{/a?|lower}', '{"a":"X"}', 'x'],
    ['[{/a?|pad 8}]', '{}', '[]'],
    ['[{/a?|day}]', '{"a":null}', '[]'],
    ['[{/a/*?}]', '{"a":[]}', '[]'],
    ['[{/a/*?|first}]', '{"a":[null,"x"]}', '[]'],
  ])('puts nothing where a ? allows a value to be missing: %s of %s', (template, json, text) => {
    expect(made(template, json)).toBe(text);
  });

  it.each([
    ['{/a}', '{}', 'TEMPLATE_PATH_MISSING /a'],
    ['{/a}', '{"a":null}', 'TEMPLATE_PATH_MISSING /a'],
    ['{/a/b}', '{"a":"text"}', 'TEMPLATE_PATH_MISSING /a/b'],
    ['{/a|hash}', '{}', 'TEMPLATE_PATH_MISSING /a'],
    ['{/a/*}', '{"a":[]}', 'TEMPLATE_PATH_MISSING /a/*'],
    ['{/a/*}', '{"a":{"b":1}}', 'TEMPLATE_PATH_MISSING /a/*'],
    ['{/a/*|first}', '{"a":[null,"x"]}', 'TEMPLATE_PATH_MISSING /a/*'],
    ['{/a/*}', '{"a":[1,2]}', 'TEMPLATE_MANY /a/*'],
    ['{/a/*}', '{"a":[null,2]}', 'TEMPLATE_MANY /a/*'],
    ['{/a}', '{"a":{}}', 'TEMPLATE_NOT_SCALAR /a'],
    ['{/a?}', '{"a":[]}', 'TEMPLATE_NOT_SCALAR /a'],
    ['{/a|lower}', '{"a":["x"]}', 'TEMPLATE_NOT_SCALAR /a'],
    ['{/a|day}', '{"a":1599655065}', 'TEMPLATE_NOT_A_TIME /a'],
    ['{/a|day}', '{"a":"2024-02-30"}', 'TEMPLATE_NOT_A_TIME /a'],
    ['{/a?|day}', '{"a":""}', 'TEMPLATE_NOT_A_TIME /a'],
  ])('rejects what cannot be text: %s of %s', (template, json, rejection) => {
    expect(made(template, json)).toBe(rejection);
  });

  it('names places outside of the document in its rejections', () => {
    expect(made('{parent/a}', '{"a":1}', { parent: '{}' })).toBe('TEMPLATE_PATH_MISSING parent/a');
    expect(made('{^/a}', '{"a":1}', { enclosing: '[]' })).toBe('TEMPLATE_PATH_MISSING ^/a');
  });

  it('takes the only or the first value of a path with *', () => {
    expect(made('{/a/*/b}', '{"a":[{},{"b":5}]}')).toBe('5');
    expect(made('{/a/*/b|first}', '{"a":[{},{"b":5},{"b":6}]}')).toBe('5');
    expect(made('{/a/*|upper|first}', '{"a":["x","y"]}')).toBe('X');
  });

  it('copies escapes of the text as they are written', () => {
    tape.begin(Buffer.alloc(1));
    const root = addJson(tape, '{"a":"\\u0041\\/\\ud800"}');
    const answer = parseTemplate('{/a}!', []).evaluate(tape, { root }, sha256);
    expect(wireText(tape, answer as number).toString()).toBe('"\\u0041\\/\\ud800!"');
  });

  it('leaves nothing on the tape when it rejects', () => {
    tape.begin(Buffer.alloc(1));
    const root = addJson(tape, '{"a":"x"}');
    const before = [tape.length, tape.scratchLength];
    expect(parseTemplate('{/a}{/b}', []).evaluate(tape, { root }, sha256)).toMatchObject({
      code: 'TEMPLATE_PATH_MISSING',
    });
    expect([tape.length, tape.scratchLength]).toEqual(before);
  });

  it('says which paths of the document it reads', () => {
    expect(parseTemplate('{/a}{parent/b}{/c/*|first}{#}', ['parent', '#']).paths.map(({ text }) => text)).toEqual([
      '/a',
      '/c/*',
    ]);
  });
});
