// Why is a text no expression? What people write who know other languages, and what can never be worked out.
import { describe, expect, it } from 'vitest';
import { refused } from './asked.ts';
import { planWith, problemsOf } from '../plan/reading.ts';

describe('a text is refused as an expression', () => {
  it.each([
    ['', '0: an expression is needed, found an empty text'],
    ['1 +', '3: the expression ends too early'],
    ["doc.a = 'x'", '6: = is no comparison; write == to compare'],
    ["doc.a === 'x'", '8: CEL compares with =='],
    ['doc.a <> 1', '7: what differs is compared with !=, not with <>'],
    ['doc.a and doc.b', '6: "and" is written &&'],
    ['doc.a OR doc.b', '6: "or" is written ||'],
    ['not doc.a', '4: "not" is written !'],
    ['doc.a & doc.b', '6: "and" is written &&'],
    ['doc.a | doc.b', '6: "or" is written ||'],
    ["doc.name like 'A%'", '9: texts are compared with contains'],
    ['doc.$type == 1', '4: a name like this is written as a text in brackets: ["$type"]'],
    ['doc.in', '4: a name like this is written as a text in brackets: ["in"]'],
    ['doc.straße', '8: the expression cannot be read from "ße" on'],
    ["'abc", '0: the expression cannot be read from "\'abc" on'],
    ['doc.a)', '5: the expression cannot be read from ")" on'],
    ['status == 1', '0: there is no variable "status"'],
    ['doc.items.exists(i, x.q > 1)', '20: there is no variable "x"'],
    ['doc.items.exists(i.q, true)', '19: the first argument has to be a name'],
    ['foo(doc.a)', '0: there is no function foo(…)'],
    ['doc.a.length()', '6: there is no function .length(…)'],
    ['floor(doc.a)', '0: there is no function floor(…)'],
    ['upperAscii(doc.a)', '0: there is no function upperAscii(…)'],
    ['doc.a.int()', '6: there is no function .int(…)'],
    ['doc.a.contains()', '6: value.contains(…) takes 1 arguments in its brackets, found 0'],
    ['size(doc.a, doc.b)', '0: size(…) takes 1 arguments in its brackets, found 2'],
    ['doc.a.substring()', '6: value.substring(…) takes 1 to 2 arguments in its brackets, found 0'],
    ['doc.items.all(i)', '10: all needs a name for the element and what to ask of it'],
    ['has(doc)', '0: has asks for a property'],
    ['has(doc.a, doc.b)', '0: has asks for a property'],
    ['"a" < 1', '0: < cannot take both: "a" is a text and 1 is a number'],
    ['"a" + 1', '0: + cannot take both'],
    ['doc.a * "x"', '0: * cannot take "x", which is a text'],
    ['null < doc.a', '0: < cannot take null, which is null or missing'],
    ['1 in 2', '0: in needs an array or an object behind it'],
    ['!1', '1: ! needs true or false, and 1 is a number'],
    ['-"a"', '1: - needs a number, and "a" is a text'],
    ['1 && true', '0: && needs true or false, and 1 is a number'],
    ['size(1)', '5: size takes a text or an array or an object, and 1 is a number'],
    ['"abc".all(x, true)', '0: all goes through an array or an object, and "abc" is a text'],
    ['0.1234567890123456789', '0: 0.1234567890123456789 has more digits than a double holds'],
    [`1${'0'.repeat(1000)}`, '0: a whole number grows to more than 1000 digits'],
    ['b"abc"', '0: documents hold no bytes'],
    ['{1: 2}', '1: the name of a property has to be a text, found a number'],
    ['{"a": 1, "a": 2}', '9: the object has the property "a" twice'],
    ['now', '0: JSON cannot hold a time'],
    ['doc.a.matches(doc.b)', '14: matches needs its pattern as a text in the plan'],
    ['doc.a.matches("(a")', '14: the pattern cannot be read'],
    ['doc.a.matches("(a)\\\\1")', '14: the pattern cannot be read'],
    ['doc.?a', '4: the expression cannot be read'],
  ])('%s', (text, problem) => {
    expect(refused(text)).toContain(problem);
  });

  it.each([
    ['brackets', '('.repeat(300), '200: the expression is too large to be read'],
    ['negations', `${'!'.repeat(20_000)}true`, '0: the expression nests too deep to be read'],
    ['sums', `1${'+1'.repeat(20_000)}`, 'the expression is too large to be read'],
  ])('that is endless: %s', (_name, text, problem) => {
    expect(refused(text)).toContain(problem);
  });

  it.each([
    ['doc.a + 1', 'a number'],
    ['"true"', 'a text'],
    ['doc.items.map(i, i)', 'an array'],
    ['doc.a > 1 ? 1 : 2', 'a number'],
  ])('as a condition where it is never true: %s', (text, kind) => {
    expect(refused(text, 'condition')).toBe(`0: a condition has to be true or false, and this is ${kind}`);
  });

  it('with its place in the plan and what was probably meant', async () => {
    const beside = (condition: string): Promise<string[]> =>
      problemsOf(planWith({ transforms: `- erase: [/a]\n  if: ${condition}` }));
    expect(await beside('doc.tags.exits(t, t == "x")')).toEqual([
      '6:16 invalid-expression "if": there is no function .exits(…); did you mean "exists"?',
    ]);
    expect(await beside('"dco.a == 1"')).toEqual([
      '6:8 invalid-expression "if": there is no variable "dco"; did you mean "doc"?',
    ]);
    expect(await beside("'doc.a == ttrue'")).toEqual([
      '6:17 invalid-expression "if": there is no variable "ttrue"; did you mean "true"?',
    ]);
    expect(await beside('status != 1')).toEqual([
      '6:7 invalid-expression "if": there is no variable "status"; write doc.status if the property is meant, or "status" in quotes if it is a text.',
    ]);
    expect(await beside('doc.a.floor() > 1')).toEqual([
      '6:13 invalid-expression "if": there is no function .floor(…); write math.floor(…).',
    ]);
    // Functions that stand before and behind a point are named once.
    expect((await beside('doc.tags.xyzzy()'))[0]).toMatch(/; possible: size, contains, .* matches, int, /);
    // Where the file has it otherwise than it reads, the problem stands at the beginning of the text.
    expect(await beside('"\\"a\\" = 1"')).toEqual([
      '6:7 invalid-expression "if": = is no comparison; write == to compare.',
    ]);
    expect(await beside('|\n    doc.a\n    = 1')).toEqual([
      '6:7 invalid-expression "if": = is no comparison; write == to compare.',
    ]);
  });

  it('without showing what a variable holds', async () => {
    const text = planWith({ transforms: '- erase: [/a]\n  if: doc.a == ${SECRET} 1' });
    expect(await problemsOf(text, { env: { SECRET: 'hunter2' } })).toEqual([
      '6:7 invalid-expression "if": with its variables filled in it is no expression.',
    ]);
  });
});
