/** Which words of a plan are not those of its language? */
import type { RuleExamples } from './rule-example.ts';

export const WORD_RULES: RuleExamples = {
  'unknown-key': {
    why: 'What is not understood is never skipped: a slip would silently leave something undone.',
    advice: 'Take the key that was meant; "remodel explain" and the editor, by the schema, know them all.',
    plan: 'discrad: []',
    mend: 'discard: []',
  },
  'missing-key': {
    why: 'There is no default that could be right for everybody.',
    advice: 'Add it.',
    plan: 'containers:\n  items: { entities: [item] }',
    mend: 'containers:\n  items: { entities: [item], partitionKey: /id }',
  },
  'wrong-type': {
    why: 'A value of another kind has no meaning here, and is not bent into one.',
    advice: 'Write what is expected; a text that looks like a number or a list needs quotes.',
    plan: 'description: [a, list]',
    mend: 'description: a text',
  },
  'invalid-value': {
    why: 'Only the values that are listed are known.',
    advice: 'Take one of those that the message lists.',
    plan: 'containers:\n  items: { entities: [item], partitionKey: /id, write: insert }',
    mend: 'containers:\n  items: { entities: [item], partitionKey: /id, write: create }',
  },
  'invalid-name': {
    why: 'Names of plans and containers become names of folders and files, on every system.',
    advice: 'Use letters, digits, "-" and "_", and each name once.',
    plan: 'name: my plan',
    mend: 'name: my-plan',
  },
  'not-available': {
    why: 'The word is right, and the plan may keep it: a later version will do it.',
    advice: 'Leave it out for now, or wait for that version.',
    plan: 'state: cosmos',
    mend: 'target: { folder: out/ }',
  },
  'unknown-step': {
    why: 'What is not understood is never skipped: the data would come out without that change.',
    advice: 'Take the step that was meant; docs/steps.md lists them all.',
    plan: 'transforms:\n  - renmae: { /a: /b }',
    mend: 'transforms:\n  - rename: { /a: /b }',
  },
  'invalid-step': {
    why: 'Steps run in the order of the list, so each item is one step, with "for" and the like beside it.',
    advice: 'Make an item of each step: its name, a colon and its options.',
    plan: 'transforms:\n  - remove: [/a]\n    rename: { /b: /c }',
    mend: 'transforms:\n  - remove: [/a]\n  - rename: { /b: /c }',
  },
  'unreadable-file': {
    why: 'Scripts and schemas are part of the plan: what they hold decides what comes out.',
    advice: 'Check the path, which is relative to the plan, and the rights.',
    inWords: 'validate: item.schema.json, where there is no such file beside the plan',
  },
  'invalid-expression': {
    why: 'An expression is compiled once, before the first document, so that a slip in it stops the run and not each document.',
    advice: 'Mend it as the message says; expressions are CEL over doc.',
    plan: 'transforms:\n  - set: { /total: { expr: "doc.price *" } }',
    mend: 'transforms:\n  - set: { /total: { expr: "doc.price * doc.quantity" } }',
  },
  'invalid-schema': {
    why: 'A schema that is read otherwise than it was meant lets wrong documents pass.',
    advice: 'Mend the schema as the message says; it is JSON Schema 2020-12, in JSON.',
    inWords: 'validate: item.schema.json, where the schema says "type": "txet"',
  },
  'invalid-script': {
    why: 'A script is loaded once before the first document, so that a slip in it stops the run and not each document.',
    advice: 'Export a function by default, in the TypeScript that Node can run as it is.',
    inWords: 'script: ./names.ts, where the file has no default export',
  },
  'unknown-option': {
    why: 'An option that is not understood would silently do nothing.',
    advice: 'Take the option that was meant; docs/steps.md lists those of each step.',
    plan: 'transforms:\n  - flatten: { path: /address, seperator: "." }',
    mend: 'transforms:\n  - flatten: { path: /address, separator: "." }',
  },
  'missing-option': {
    why: 'The step cannot do anything without it.',
    advice: 'Add the option.',
    plan: 'transforms:\n  - flatten: { prefix: "a_" }',
    mend: 'transforms:\n  - flatten: { path: /address, prefix: "a_" }',
  },
  'conflicting-options': {
    why: 'One of them would have to be ignored, and which one is not to be seen.',
    advice: 'Decide for one of them.',
    plan: 'transforms:\n  - id: { value: "{/a}", from: /b }',
    mend: 'transforms:\n  - id: "{/a}"',
  },
  'without-effect': {
    why: 'What changes nothing was probably meant to change something.',
    advice: 'Complete it or leave it out.',
    plan: 'transforms:\n  - remove: []',
    mend: 'transforms:\n  - remove: [/internal]',
  },
  'invalid-path': {
    why: 'Paths are written as Cosmos DB writes them in policies: "/" before each name, "*" for each element of an array.',
    advice: 'Begin with "/", and quote names with special letters inside of the path.',
    plan: 'transforms:\n  - remove: [address.city]',
    mend: 'transforms:\n  - remove: [/address/city]',
  },
  'invalid-template': {
    why: 'Braces hold a path in a template; a lone brace would stand in the data.',
    advice: 'Write {/path}, with filters behind a |, and {{ or }} for a brace itself.',
    plan: 'transforms:\n  - set: { /label: "{/name|lowr}" }',
    mend: 'transforms:\n  - set: { /label: "{/name|lower}" }',
  },
};
