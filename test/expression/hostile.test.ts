// Can a document make an expression slow, deep or wrong? Also whether an expression shows what it must not.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { processorTime } from '../processor-time.ts';
import { parseExpression } from '../../src/expression/expression.ts';
import { parsePath } from '../../src/document/path.ts';
import { Tape } from '../../src/document/tape.ts';
import { anyObject, NAMES, printSpaced } from '../document/json-tree.ts';
import { parsed } from '../document/parsed.ts';
import { holds as holdsFor } from '../property.ts';
import { asked, holds, STARTED_AT } from './asked.ts';

describe('an expression', { timeout: 60_000 }, () => {
  it('reads and copies documents that are 100,000 levels deep', () => {
    const levels = 100_000;
    const deep = `${'{"d":'.repeat(levels)}[1]${'}'.repeat(levels)}`;
    expect(asked('doc.d', `{"d":${deep}}`)).toBe(deep);
    expect(holds('doc.a == doc.b && doc.a in [doc.b] && doc.a != {}', `{"a":${deep},"b":${deep}}`)).toBe(true);
    expect(holds('doc.d.d.d.d.e == null && size(doc) == 1', deep)).toBe(true);
    const arrays = `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`;
    expect(holds('doc.a[0][0][0].all(x, size(x) == 1)', arrays)).toBe(true);
  });

  it('takes time in proportion to the text for patterns that others take forever for', () => {
    const text = `${'a'.repeat(50_000)}!`;
    for (const pattern of ['^(a+)+$', '^(a|aa)+$', '(a*)*b', '(.*a){20}'])
      expect(holds(`doc.s.matches("${pattern}")`, `{"s":"${text}"}`)).toBe(pattern === '(.*a){20}');
  });

  it('takes no text for a duration that is as long as a document', () => {
    expect(asked('string(duration(doc.s))', `{"s":"${'1h'.repeat(5_000_000)}"}`)).toContain('fails');
    expect(asked('string(duration(doc.s))', `{"s":"${'1h'.repeat(400)}"}`)).toBe('"1440000s"');
  });

  it('ends when data would make it work for hours', () => {
    const many = `[${Array.from({ length: 20_000 }, (_, i) => i).join(',')}]`;
    expect(asked('doc.l.map(x, doc.l)', `{"l":[1,2]}`)).toBe('[[1,2],[1,2]]');
    expect(asked('doc.l.map(x, doc.l.map(y, y))', `{"l":${many}}`)).toContain('too much to do');
    // What is too much is too much, whatever the other side says.
    expect(holds('doc.l.all(x, doc.l.exists(y, y == -1) == false) || true', `{"l":${many}}`)).toContain(
      'too much to do',
    );
    const long = JSON.stringify({ s: 'a'.repeat(100_000) });
    expect(asked('doc.s.replace("a", doc.s)', long)).toContain('too much to do');
    expect(asked('doc.s.split("").map(c, doc.s + c)', long)).toContain('too much to do');
    const texts = `{"l":${many},"a":"${'a'.repeat(300_000)}","b":"${'a'.repeat(99_999)}b"}`;
    expect(holds('doc.l.all(x, doc.a != doc.b)', texts)).toContain('too much to do');
    expect(holds('doc.l.all(x, doc.a.contains(doc.b))', texts)).toBe(false);
    expect(holds('doc.l.all(x, !doc.a.contains(doc.b))', texts)).toContain('too much to do');
    const named = `{"l":${many},"o":{"${'k'.repeat(100_000)}":1}}`;
    expect(holds('doc.l.all(x, doc.o.all(k, true))', named)).toContain('too much to do');
    expect(asked('doc.n * doc.n', `{"n":1${'0'.repeat(600)}}`)).toContain('more than 1000 digits');
    expect(asked('doc.n + 1', `{"n":1${'0'.repeat(100_000)}}`)).toContain('more than 1000 characters');
  });

  it('looks for the same place once in a loop', async () => {
    const members = Array.from({ length: 20_000 }, (_, i) => `"k${i}":${i}`).join(',');
    const json = `{"l":[${Array.from({ length: 20_000 }, (_, i) => i).join(',')}],"o":{${members},"last":-1}}`;
    const time = await processorTime(() => expect(holds('doc.l.all(x, x > doc.o.last)', json)).toBe(true));
    // Looking each time would be 400 million comparisons.
    expect(time).toBeLessThan(1000);
  });

  it('keeps lone surrogates and compares by code unit', () => {
    expect(asked('doc.a + doc.b', String.raw`{"a":"\ud83d","b":"\ude00"}`)).toBe('"😀"');
    expect(asked('doc.a', String.raw`{"a":"\ud83d"}`)).toBe(String.raw`"\ud83d"`);
    expect(asked('doc.a + "x"', String.raw`{"a":"\ud83d"}`)).toBe(String.raw`"\ud83dx"`);
    expect(asked('size(doc.a)', String.raw`{"a":"\ud83d\ud83d"}`)).toBe('2');
    expect(holds('doc.a > doc.b', String.raw`{"a":"\uffff","b":"\ud83d\ude00"}`)).toBe(true);
  });

  it('shows no text of a document and no variable in what it says when it fails', () => {
    expect(holds('doc.a > 1 && doc.b', '{"a":"confidential","b":true}')).not.toContain('confidential');
    expect(asked('timestamp(doc.a) < now', '{"a":"confidential"}')).not.toContain('confidential');
    const expression = parseExpression('doc.a > "hunter2"', 'condition', 'doc.a > "${SECRET}"');
    const answer = expression.holds(parsed('{"a":1}'), STARTED_AT);
    expect(answer).toMatchObject({
      message: 'doc.a > "${SECRET}" fails: with its variables filled in it cannot be worked out here.',
    });
  });

  it('finds what paths find, in any document, edited or not', () => {
    const tape = new Tape();
    const way = fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 3 });
    const expressions = new Map<string, ReturnType<typeof parseExpression>>();
    holdsFor(
      fc.property(anyObject, way, way, fc.boolean(), (tree, read, write, edit) => {
        const document = parsed(printSpaced(tree), tape);
        const [from, to] = [read, write].map((names) =>
          parsePath(names.map((name) => `/${JSON.stringify(name)}`).join('')),
        );
        if (edit) document.set(to!, document.get(to!) === -1 ? document.root : document.get(to!));
        const text = `has(doc${read.map((name) => `[${JSON.stringify(name)}]`).join('')})`;
        const expression = expressions.get(text) ?? parseExpression(text, 'condition');
        expressions.set(text, expression);
        const answer = expression.holds(document, STARTED_AT);
        const isThere = document.get(from!) !== -1;
        // Through a scalar there is no way, which is said.
        const said = typeof answer === 'boolean' ? answer : answer.message.includes('cannot be read') && false;
        expect(said).toBe(isThere);
      }),
      2000,
    );
  });
});
