/** How is a plan no text that can be read? */
import type { RuleExamples } from './rule-example.ts';

export const TEXT_RULES: RuleExamples = {
  unreadable: {
    why: 'Nothing can be said of a plan that cannot be opened.',
    advice: 'Check the path and the rights; a plan is a file, not a folder.',
    inWords: 'remodel check pln.yaml, where the file is called plan.yaml',
  },
  'too-large': {
    why: 'Plans are written by people. What is larger is most often the data, and a text of a few lines can grow to millions by aliases.',
    advice: 'Name the plan instead of the data; write out what the aliases repeat, or leave it away.',
    inWords: 'remodel check posts.ndjson',
  },
  encoding: {
    why: 'Names that are read in the wrong encoding would silently match nothing in the data.',
    advice: 'Save the file as UTF-8.',
    inWords: 'a plan that an editor has saved as Windows-1252 or UTF-16',
  },
  empty: {
    why: 'A plan needs a name, a source and a container at least.',
    advice: 'Begin with the example below, or copy a sample.',
    inWords: 'a file of nothing but comments',
    mend: 'version: 1\nname: example\nsource: { file: data.ndjson, entity: item }\ncontainers:\n  items: { entities: [item], partitionKey: /id }',
  },
  syntax: {
    why: 'A plan is YAML, of which JSON is a part. The place is where reading stopped; the slip is there or just before it.',
    advice: 'Close what is open and indent by blanks, all items of a list alike; quote texts that hold ": " or "{".',
    plan: 'transforms:\n  - set: { /a: 1',
    mend: 'transforms:\n  - set: { /a: 1 }',
  },
  'several-documents': {
    why: 'A line of "---" begins a second YAML document, and only one can be the plan.',
    advice: 'Put each plan into a file of its own.',
    plan: 'description: one\n---\nname: two',
    mend: 'description: one',
  },
  'duplicate-key': {
    why: 'One of the two would win, and which one is not to be seen.',
    advice: 'Make one of both, or rename one of them.',
    plan: 'description: one\ndescription: two',
    mend: 'description: one and two',
  },
  'key-not-text': {
    why: 'Every key of a plan is a word or a path. "? [a]" and "{{a}}" without quotes are keys that are lists or maps.',
    advice: 'Put the key in quotes.',
    plan: 'transforms:\n  - set: { [a]: 1 }',
    mend: 'transforms:\n  - set: { /a: 1 }',
  },
  'unknown-alias': {
    why: 'An alias repeats what stands at its anchor, which has to stand before it.',
    advice: 'Mark the first place with &name, or quote the text if it is meant to begin with "*".',
    plan: 'transforms:\n  - remove: *paths',
    mend: 'transforms:\n  - remove: [/a, /b]',
  },
  'unclear-number': {
    why: 'YAML reads some texts as numbers that look like something else: 0o17, .5 and 1_000 differ from tool to tool.',
    advice: 'Write the number as JSON does, or quote it if it is a text.',
    plan: 'transforms:\n  - set: { /a: 0x1F }',
    mend: 'transforms:\n  - set: { /a: 31 }',
  },
  'missing-variable': {
    why: 'A plan that goes on with an empty text in the place of a variable would read or write the wrong place.',
    advice: 'Set the variable before the command, or write $${ where the letters themselves are meant.',
    plan: 'source: { file: "${EXPORT_FOLDER}/data.ndjson", entity: item }',
    mend: 'source: { file: data.ndjson, entity: item }',
  },
  'invalid-variable': {
    why: 'In a plan "${" begins a variable: ${NAME}, of letters, digits and "_".',
    advice: 'Write $${ where the letters themselves are meant.',
    plan: 'source: { file: "${5}.ndjson", entity: item }',
    mend: 'source: { file: "$${5}.ndjson", entity: item }',
  },
  'missing-version': {
    why: 'When the language changes, the version says how a plan was meant.',
    advice: 'Add it as the first line.',
    plan: 'description: a plan without its version',
    mend: 'version: 1',
  },
  'unknown-version': {
    why: 'The plan may hold words that this version would misunderstand.',
    advice: 'Write version: 1, or use the version of remodel that the plan was written for.',
    plan: 'version: 2',
    mend: 'version: 1',
  },
};
