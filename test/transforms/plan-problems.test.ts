import { describe, expect, it } from 'vitest';
import { problemText } from '../../src/plan/problem.ts';
import { readPlanText } from '../../src/plan/read.ts';

const env = { MASK_KEY: 'a key of this test' };

/** The problems of a plan with this one step, without the place: it is the step's. */
async function problemsOf(step: string): Promise<string[]> {
  const text = `version: 1
name: one-step
source: { file: in.ndjson, entity: doc }
transforms:
  - ${step}
${step.startsWith('lookup') ? 'references: { stocks: { file: stocks.ndjson } }' : ''}
containers: { all: { entities: [doc], partitionKey: /id } }
`;
  const { problems } = await readPlanText('plan.yaml', text, { env, lenientTarget: true });
  return problems.map((problem) => problemText(problem).replace(/^plan\.yaml:5:\d+ /, ''));
}

/** What is wrong with a lookup. */
const LOOKUPS = [
  ['in: stocks, local: /a, foreign: /b', 'lookup needs "as".'],
  ['in: stocks, local: /a, foreign: /b, as: /c, ones: true', 'lookup has no option "ones"; did you mean "one"?'],
  ['in: stock, local: /a, foreign: /b, as: /c', 'there is no reference or entity "stock"; did you mean "stocks"?'],
  ['in: dock, local: /a, foreign: /b, as: /c', 'there is no reference or entity "dock"; did you mean "doc"?'],
  ['in: duplicates, local: /a, foreign: /b, as: /c', 'there are no duplicates here; a dedupe in front of this step'],
  ['in: stocks, local: a, foreign: /b, as: /c', 'a path starts with "/", found "a"; write "/a"'],
  ['in: stocks, local: /a, foreign: /b, as: /c, match: txt', 'cannot be "txt"; did you mean "text"?'],
  ['in: stocks, local: /a, foreign: /b, as: /c, missing: drop', 'cannot be "drop"; possible: keep, null, reject.'],
  ['in: stocks, local: /a, foreign: /b, as: /c, one: 1', '"one" of lookup has to be true or false'],
  ['in: stocks, local: /a, foreign: /b, as: /items/*/c', '/items/*/c leads through other elements than /a'],
  ['in: stocks, local: /a/*/x, foreign: /b, as: /b/*/c', '/b/*/c leads through other elements than /a/*/x'],
  [
    'in: stocks, local: /a/*, foreign: /b, as: /a/*, aggregate: { n: count }',
    'nothing can stand beside an element of /a',
  ],
  ['in: stocks, local: /a, foreign: /b, as: /c, aggregate: { c: count }', '"c" is both as and an aggregate'],
  ['in: stocks, local: /a, foreign: /b, as: /c, aggregate: { n: sum }', 'sum needs a path behind it'],
  ['in: stocks, local: /a, foreign: /b, as: /c, aggregate: { n: "summ /x" }', 'did you mean "sum"?'],
  [
    'in: stocks, local: /a, foreign: /b, as: /c, pick: symbol',
    'a path starts with "/", found "symbol"; write "/symbol"',
  ],
  [
    'in: stocks, local: /a, foreign: /b, as: /c, pick: { s: symbol }',
    '"s" of "pick" of lookup: a path starts with "/"',
  ],
  ['in: stocks, local: /a, foreign: /b, as: /c, pick: { /s: /t }', "is a property's name and has no slash"],
  ['in: stocks, local: /a, foreign: /b, as: /c, pick: /x/*', '"/x/*" can mean several places by its *, and one is'],
  ['in: stocks, local: /a, foreign: /b, as: /c, pick: []', 'is an empty list, so that nothing would be left'],
  ['in: stocks, local: /a, foreign: /b, as: /c, pick: {}', 'is an empty map, so that nothing would be left'],
  [
    'in: stocks, local: /a, foreign: /b, as: /c, pick: {/x}',
    'in YAML a text that begins with { has to stand in quotes',
  ],
] as const;

describe('a plan is refused', () => {
  it.each([
    ['group: { into: one }', 'group needs "key".'],
    ['group: { key: [/k] }', 'group needs "into".'],
    ['group: [/k]', 'has to be a map (key, into, id, gather, aggregate, latest, consume), found a list'],
    ['group: { key: [/k], into: one, gathr: {} }', 'did you mean "gather"?'],
    ['group: { key: [/k], into: one, merge: /seq }', 'group has no option "merge"'],
    ['group: { key: [], into: one }', 'group: key names nothing that documents could have in common'],
    ['group: { key: [/a/*], into: one }', 'can mean several for "a"'],
    ['group: { key: { a: /a/* }, into: one }', 'can mean several places by its *'],
    ['group: { key: { a: a }, into: one, id: "{/a|hash 65}" }', '"id" of group'],
    ['group: { key: { a: 1 }, into: one }', 'has to be a path, or a text with {/path} parts, found the number 1'],
    ['group: { key: { /a: /a }, into: one }', 'write "a" instead of "/a"'],
    ['group: { key: [/id], into: one }', 'give the property another name than "id"'],
    ['group: { key: [/a, /b/a], into: one }', 'two properties would be called "a"'],
    ['group: { key: [/a], into: one, aggregate: { a: count } }', 'two properties would be called "a"'],
    ['group: { key: [/a], into: one, aggregate: { n: summe /a } }', 'there is no "summe"'],
    ['group: { key: [/a], into: one, aggregate: { n: suum /a } }', 'did you mean "sum"?'],
    ['group: { key: [/a], into: one, aggregate: { n: sum } }', 'sum needs a path behind it, as in "sum /total"'],
    ['group: { key: [/a], into: one, aggregate: { n: sum total } }', 'a path starts with "/", found "total"'],
    ['group: { key: [/a], into: one, aggregate: { n: 1 } }', 'has to be one of count, sum /path'],
    ['group: { key: [/a], into: one, gather: { n: /a } }', 'has to be a map, found the text "/a"'],
    ['group: { key: [/a], into: one, gather: { n: { pik: /a } } }', 'did you mean "pick"?'],
    ['group: { key: [/a], into: one, gather: { n: { pick: /a/* } } }', 'can mean several places by its *'],
    ['group: { key: [/a], into: one, gather: { n: { pick: { a: /a } } } }', 'has to be a path, or a list of paths'],
    ['group: { key: [/a], into: one, gather: { n: { by: /a/* } } }', 'can mean several places by its *'],
    ['group: { key: [/a], into: one, gather: {} }', 'is an empty map, so that nothing happens'],
    ['group: { key: [/a], into: one, gather: [/a] }', '"gather" of group has to be a map, found a list'],
    ['group: { key: [/a], into: one, latest: seq }', 'a path starts with "/", found "seq"; write "/seq"'],
    ['group: { key: [/a], into: one, consume: maybe }', '"consume" of group'],
    ...LOOKUPS.map(([options, problem]) => [`lookup: { ${options} }`, problem] as [string, string]),
    ['rename: { /a: /a }', 'rename: /a is moved to itself.'],
    ['script: {}', 'script needs "file".'],
    ['script: { file: test/cases/script/01-usual-use/total.ts, secnds: 1 }', 'did you mean "seconds"?'],
    [
      'script: { file: test/cases/script/01-usual-use/total.ts, seconds: 0 }',
      'has to be a whole number from 1 on, found 0',
    ],
    ['script: [./gone.ts]', 'script has to be a text for "file" or a map (file, seconds), found a list'],
    ['script: ./gone.ts', './gone.ts cannot be read: there is no such file'],
    ['validate: {}', 'validate needs "schema".'],
    ['validate: gone.json', 'gone.json cannot be read: there is no such file'],
    ['rename: { /items/*/a: /b }', '/items/*/a cannot be moved to /b'],
    ['rename: { /a: /items/*/b }', '/a cannot be moved to /items/*/b'],
    ['rename: { /items/*/a: /others/*/a }', 'cannot be moved'],
    ['rename: { /a/*/b/*/c: /a/*/c }', 'cannot be moved'],
    ['rename: { /items/*: /items/* }', 'is moved to itself'],
    ['copy: { /a: /a }', 'copy: /a is copied to itself.'],
    ['copy: { /items/*/a: /b }', '/items/*/a cannot be copied to /b'],
    ['copy: { /items/*: /first }', 'cannot be copied'],
    ['flatten: /items/*', 'flatten: /items/* means the elements of an array'],
    ['nest: { into: /items/* }', 'nest: /items/* means the elements of an array'],
    ['nest: { into: /a, from: [/b] }', 'write "b" instead of "/b"'],
    ['nest: { into: /a, from: { b: c } }', "has to be a list of properties' names, found a map"],
    ['nest: { into: /a, from: [] }', 'is an empty list, so that nothing happens'],
    ['nest: { into: /a, from: [b, 1] }', "has to be a property's name, found the number 1"],
    ['nest: { into: /a, strip: "" }', 'nest: an empty strip would move every property'],
    ['nest: { into: /a, from: [b], separator: "." }', 'nest: separator has no meaning beside from at depth 1'],
    ['nest: { into: /a, depth: 2, separator: "" }', 'nest: names cannot be cut'],
    ['nest: { into: /a, depth: 0 }', 'has to be a whole number from 1 on, found 0'],
    ['nest: { into: /a, form: [b] }', 'did you mean "from"?'],
    ['nest: address', 'write "/address"'],
    ['nest: /', '"/" is the whole document'],
    ['convert: { /n: nummer }', 'did you mean "number"?'],
    ['convert: { /n: date }', 'possible: number, string, boolean, iso8601, epochSeconds, epochMillis'],
    ['convert: { n: number }', 'a path starts with "/", found "n"; write "/n"'],
    ['convert: { /n: true }', 'has to be one of number, string, boolean'],
    ['convert: { /: number }', '"/" is the whole document'],
    ['convert: number', 'convert has to be a map (types), found the text "number"'],
    ['convert: {}', 'is an empty map, so that nothing happens'],
    ['ttl: 0', 'ttl: 0 seconds are no time to live'],
    ['ttl: -2', 'has to be a whole number from -1 to 2147483647, found -2'],
    ['ttl: 1.5', 'has to be a whole number'],
    ['ttl: 2147483648', 'has to be a whole number from -1 to 2147483647'],
    ['ttl: { untill: /at }', 'did you mean "until"?'],
    ['ttl: { until: at }', 'write "/at"'],
    ['ttl: { until: /items/*/at }', '*'],
    ['ttl: { until: /at, remaining: true }', 'ttl: write a number of seconds, until or remaining: true, one of them.'],
    ['ttl: {}', 'ttl: write a number of seconds'],
    ['ttl: { remaining: false }', 'ttl: remaining: false says nothing'],
    ['ttl: "60"', 'ttl has to be a number for "seconds" or a map (seconds, until, remaining), found the text "60"'],
    ['ttl: remaining', 'ttl has to be a number'],
    ['partitionKey: { property: /id, value: "{/a}" }', 'write "id" instead of "/id"'],
    ['partitionKey: { property: id }', 'partitionKey needs "value"'],
    [
      'partitionKey: { property: id, value: "{/a}-{shard}" }',
      'partitionKey: the value names {shard}; say over how many',
    ],
    ['partitionKey: { property: id, value: "{/a}", shards: 3 }', 'partitionKey: shards has no meaning without {shard}'],
    ['partitionKey: { property: id, value: "{/a}", by: /b }', 'partitionKey: by decides the shard'],
    ['partitionKey: { property: id, value: "{/a}-{shard}", shards: 0 }', 'from 1 on, found 0'],
    ['partitionKey: { property: id, value: "{/a}-{shrad}", shards: 3 }', 'shrad'],
    ['partitionKey: { property: id, value: "{/a}-{shard}", shard: 3 }', 'did you mean "shards"?'],
    ['partitionKey: { property: id, value: "{/a}-{shard}", shards: 3, by: "/a/*" }', '*'],
    ['partitionKey: "{/a}"', 'partitionKey has to be a map'],
    ['mask: { /a: hsh }', 'did you mean "hash"?'],
    ['mask: { /a: keeplast 4 }', 'did you mean "keepLast"?'],
    ['mask: { /a: encrypt }', 'possible: hash or hash n, redact, keepLast n'],
    ['mask: { /a: keepLast }', 'keepLast needs a whole number behind it, as in "keepLast 4"'],
    ['mask: { /a: keepLast four }', 'keepLast takes a whole number from 1 on, found "keepLast four"'],
    ['mask: { /a: keepLast 0 }', 'keepLast takes a whole number from 1 on'],
    ['mask: { /a: hash 65 }', 'hash takes a whole number from 1 to 64'],
    ['mask: { /a: redact 3 }', 'redact takes nothing behind it'],
    ['mask: { /a: { keepLast: 4 } }', 'has to be one of hash or hash n, redact, keepLast n, found a map'],
    ['mask: { a: hash }', 'write "/a"'],
    ['mask: { /: redact }', '"/" is the whole document'],
    ['mask: hash', 'mask has to be a map (paths)'],
    ['mask: { /id: redact }', 'it is the id of documents; hash keeps them apart'],
    ['stringify: {}', 'stringify: say which numbers'],
    ['stringify: safe', 'stringify'],
    ['type: { property: t, value: x, names: { doc: y } }', 'type: value is for all entities, names for some'],
    ['type: /t', 'has no slash'],
    ['id: {}', 'id: write either a template (value) or a path (from).'],
    ['id: { value: "{/a}", from: /a }', 'id: write either a template (value) or a path (from).'],
    ['id: { from: /items/*/id }', '*'],
    ['id: "{a}"', '{a} has no slash'],
    ['set: { /a: "{/b|lowr}" }', 'did you mean "lower"?'],
    ['set: { /: 1 }', '"/" is the whole document'],
    ['fill: { nulls: true }', 'fill needs "values"'],
    ['remove: [/]', '"/" is the whole document'],
    ['pick: [/]', '"/" is the whole document'],
    ['bucket: { path: /r, into: page }', 'bucket: say how large a bucket may be: size, bytes or both'],
    ['bucket: { path: /r, into: page, size: 0 }', '"size" of bucket'],
    ['bucket: { path: /r, into: page, size: 1.5 }', '"size" of bucket'],
    ['bucket: { path: /r, into: page, byte: 10, size: 1 }', 'did you mean "bytes"?'],
    ['bucket: { path: /r/*, into: page, size: 1 }', 'write /r without the closing *'],
    ['bucket: { path: /r, into: page, size: 1, property: id }', 'property cannot be "id"'],
    ['bucket: { path: /r, into: page, size: 1, link: { r: /x } }', 'both called "r"'],
    ['bucket: { path: /r, into: page, size: 1, link: { id: /x } }', 'link cannot write "id"'],
    ['bucket: { path: /r, into: page, size: 1, link: { x: /y/* } }', 'can mean several'],
    ['bucket: { path: /r, into: page, size: 1, keepFirst: true, continuation: r }', 'continuation is called "r"'],
    ['bucket: { path: /r, into: page, size: 1, continuation: /more }', 'write "more" instead of "/more"'],
    ['bucket: { path: /r, into: page, size: 1, id: "{n}" }', '{n} has no slash'],
    ['extract: { path: /s, into: s }', 'extract needs "key"'],
    ['extract: { path: /s, into: s, key: /a/* }', 'extract: key takes one value of each object'],
    ['extract: { path: /s, into: s, key: symbol }', 'a path starts with "/"'],
    ['extract: { path: /s, into: s, keys: /a, key: /b }', 'did you mean "key"?'],
    ['extract: { path: /, into: s, key: /a }', '"/" is the whole document'],
    ['extract: { path: /s, into: s, key: /a, replaceWith: id }', 'a path starts with "/"'],
    ['extract: { path: /s, into: s, key: /a, replaceWith: [/id] }', 'a path, or a map of properties and paths'],
    ['extract: { path: /s, into: s, key: /a, replaceWith: { x: /y/* } }', 'replaceWith takes one value for "x"'],
    ['extract: { path: /s, into: s, key: /a, replaceWith: /y/* }', 'can mean several places'],
    ['extract: { path: /s/*, into: s, key: /a, replaceWith: { x: /id } }', 'nothing can stand beside an element of /s'],
    [
      'extract: { path: /s, into: s, key: /a, onConflict: last }',
      '"last" for "onConflict" of extract is not available',
    ],
    [
      'extract: { path: /s, into: s, key: /a, onConflict: merge }',
      '"merge" for "onConflict" of extract is not available',
    ],
    ['extract: { path: /s, into: s, key: /a, onConflict: frist }', 'did you mean "first"?'],
    ['extract: { path: /s, into: s, key: /a, id: "{parent/id}" }', 'parent'],
    ['view: { pick: [/a] }', 'view needs "into"'],
    ['view: { into: copy, pik: [/a] }', 'did you mean "pick"?'],
    ['view: { into: copy, set: { a: 1 } }', 'a path starts with "/"'],
    ['where: doc.a + 1', 'a condition has to be true or false, and this is a number'],
    ['where: statsu == "x"', 'there is no variable "statsu"; write doc.statsu if the property is meant'],
    ['where: {}', 'where needs "condition"'],
    ['where: [doc.a]', 'where has to be a text for "condition" or a map (condition)'],
    ['set: { /a: { expr: "now" } }', 'JSON cannot hold a time'],
    ['fill: { /a: { expr: "doc.a.lenght()" } }', 'there is no function .lenght(…)'],
  ])('for %s', async (step, problem) => {
    const problems = (await problemsOf(step)).filter((one) => !one.includes('No container takes'));
    expect(problems).toEqual([expect.stringContaining(problem)]);
  });
});

it.each([
  ['extract: { path: /s, into: s, key: [] }', 'extract: key names no path'],
  ['extract: { path: /s, into: s, key: /a, replaceWith: {} }', 'extract: replaceWith names no property'],
])('a plan is refused where nothing is named: %s', async (step, problem) => {
  expect(await problemsOf(step)).toContain(`conflicting-options ${problem}`);
});

describe('a plan is accepted', () => {
  it.each([
    'rename: { /items/*/a: /items/*/b/c, /a/*/b/*/c: /a/*/b/*/d }',
    'copy: { /a: /items/*/a, /items/*/a: /items/*/b }',
    'flatten: { path: /items/*/size, depth: 3, onConflict: array }',
    'nest: /a',
    'nest: { into: /a, from: b }',
    'nest: { into: /a/*/b, from: ["", a b], strip: "x_", depth: 3, separator: . }',
    'convert: { /n: number, /items/*/at: epochMillis }',
    'convert: { types: { /n: number } }',
    'partitionKey: { property: id, value: "{/a}-{shard|pad 3}", shards: 1000, by: /b }',
    'partitionKey: { property: id, value: "{/tenant}" }',
    'mask: { /a: hash, /b: hash 8, /c/*/d: redact, /e: keepLast 12 }',
    'stringify: /a',
    'stringify: { numbers: all }',
    'stringify: [/]',
    'type: { property: t, names: { doc: document } }',
    'id: { value: "{/a}", encode: true }',
    'set: { /a: null, /b: "{{literal}}" }',
    'set: { /a: { expr: "doc.b" }, /c: { expr: x, more: 1 } }',
    'where: { condition: doc.a == 1 }',
    'where: "true"',
  ])('with %s', async (step) => {
    expect(await problemsOf(step)).toEqual([]);
  });
});
