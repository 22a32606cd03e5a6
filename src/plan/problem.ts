/** What is wrong with a plan, and where? Problems are collected, not thrown: a reader goes on and finds the next one. */

/** Each rule a plan is held to, by its stable id, and what breaking it means. */
export const PLAN_RULES = {
  unreadable: 'the plan cannot be read from disk',
  'too-large': 'the plan is larger than any plan has reason to be, or nests too deep, or grows too far by its aliases',
  encoding: 'the plan is not UTF-8',
  empty: 'the plan holds nothing',
  syntax: 'the text is neither YAML nor JSON',
  'several-documents': 'the file holds more than one YAML document',
  'duplicate-key': 'a key stands twice in one map',
  'key-not-text': 'a key is a map, a list or something else that is no text',
  'unknown-alias': 'an alias names an anchor that is not there, or one that holds the alias itself',
  'unclear-number': 'a number would be read otherwise than it looks',
  'missing-variable': 'an environment variable that the plan names is not set',
  'invalid-variable': 'a "${" is not the start of a variable',
  'missing-version': 'the plan does not say which version of the language it is written in',
  'unknown-version': 'the plan is written in a version of the language that this one does not know',
  'unknown-key': 'a key is not part of the plan language at this place',
  'missing-key': 'something that is needed is not said',
  'wrong-type': 'a value is of another kind than is expected here',
  'invalid-value': 'a value is of the right kind, but not one of those that are possible',
  'invalid-name': 'a name holds what names may not hold, or is taken',
  'not-available': 'the plan language knows this, this version cannot do it yet',
  'unknown-step': 'there is no step of this name',
  'invalid-step': 'an item of the transforms is not one step',
  'unknown-option': 'the step has no option of this name',
  'missing-option': 'the step needs an option that is not given',
  'conflicting-options': 'options that are right alone do not go together',
  'without-effect': 'something is said that changes nothing',
  'invalid-path': 'a text that should be a path is none, or one that cannot be used here',
  'invalid-template': 'a text that should be a template is none',
  'unreadable-file': 'a file that belongs to the plan cannot be read',
  'invalid-schema': 'a file that should be a JSON Schema is none, or one that cannot be used',
  'invalid-script': 'a file that should be a script is none, or cannot be loaded',
  'invalid-expression': 'a text that should be an expression is none, or one that fails on every document',
  'unknown-entity': 'no source and no step before this place gives documents of this entity',
  'entity-without-container': 'documents of an entity would go nowhere',
  'path-gone': 'a step before has taken away what is meant',
  'invalid-partition-key': 'the service would not create a container with this partition key',
  'invalid-unique-key': 'the service would not create a container with these unique keys',
  'unique-key-limit': 'the service has a limit for unique keys that this container is over or may be over',
  'redundant-unique-key': 'a unique key says what the service holds without it',
  'ids-may-clash': 'two steps may give the same id to documents of one container',
  'invalid-ttl': 'the service would not take this time to live',
  'unlike-container': 'a step and the container that takes its documents do not go together',
  'invalid-policy': 'the service would not take this policy',
} as const;

/** Rules that a plan is held to together with data (`check --sample`). */
export const SAMPLE_RULES = {
  'sample-empty': 'the sample holds no document',
  'record-unreadable': 'a record of the sample, or of a reference, is no document',
  'extended-json': 'a source holds MongoDB Extended JSON that is not read as such',
  'path-not-in-data': 'no document has the path that a step or a policy names',
  'array-never': 'a step takes something as an array that never is one',
  'template-fails': 'a template finds no text, number or boolean where it needs one',
  'step-rejects': 'a step rejects documents',
  'mixed-types': 'the values at one path are of several types',
  'types-differ': 'values that are compared, or meant to match, are of different types',
  'reference-missing': 'values that are looked up lead nowhere',
  'reference-as-text': 'values that are looked up lead somewhere only as text, as 1 and "1"',
  'reference-repeats': 'a lookup takes the first of several documents of a reference',
  'ids-beside': 'something beside an array holds ids of its elements, which get others',
  'id-refused': 'a container would not take the id of a document',
  'id-repeats': 'two documents of one logical partition have one id',
  'no-key-value': 'a document has no value at the path of a partition key or a unique key',
} as const;

export type PlanRule = keyof typeof PLAN_RULES | keyof typeof SAMPLE_RULES;

export const SEVERITIES = ['error', 'warning'] as const;

export interface Problem {
  /** The file as it was named. */
  readonly file: string;
  /** From 1, as editors count. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
  readonly rule: PlanRule;
  /** A plan with an error cannot be run. */
  readonly severity: (typeof SEVERITIES)[number];
  /** What was found, what was expected, what to do next; one sentence or two, without the place. */
  readonly message: string;
}

/** `plan.yaml:12:5 unknown-step There is no step "renmae"; did you mean "rename"?` */
export function problemText({ file, line, column, rule, severity, message }: Problem): string {
  return `${file}:${line}:${column} ${rule} ${severity === 'warning' ? 'warning: ' : ''}${message}`;
}

/** Where readers of a plan put what they find. */
export class Problems {
  readonly #file: string;
  readonly #placeOf: (offset: number) => { readonly line: number; readonly column: number };
  readonly #found = new Map<string, Problem>();
  readonly #secrets = new Map<string, string>();
  /** Places of texts that lack a variable. */
  readonly #unfilled = new Set<string>();

  constructor(file: string, placeOf: (offset: number) => { readonly line: number; readonly column: number }) {
    this.#file = file;
    this.#placeOf = placeOf;
  }

  error(offset: number, rule: PlanRule, message: string): void {
    this.#add(offset, rule, 'error', message);
  }

  warning(offset: number, rule: PlanRule, message: string): void {
    this.#add(offset, rule, 'warning', message);
  }

  /** The line of an offset, to name another place in a message. */
  lineOf(offset: number): number {
    return this.#placeOf(offset).line;
  }

  /** From here on, messages show `${name}` where they would show this value. */
  hide(name: string, value: string): void {
    if (value.length >= SHORTEST_SECRET) this.#secrets.set(value, `\${${name}}`);
  }

  /** The text there lacks a variable: what else may be wrong with it is not known, and not said. */
  unfilled(offset: number, rule: PlanRule, message: string): void {
    const { line, column } = this.#placeOf(offset);
    this.#unfilled.delete(`${line}:${column}`);
    this.#add(offset, rule, 'error', message);
    this.#unfilled.add(`${line}:${column}`);
  }

  get hasErrors(): boolean {
    return [...this.#found.values()].some(({ severity }) => severity === 'error');
  }

  /** All of them, in the order of the file. */
  sorted(): Problem[] {
    return [...this.#found.values()].toSorted((a, b) => a.line - b.line || a.column - b.column);
  }

  #add(offset: number, rule: PlanRule, severity: Problem['severity'], message: string): void {
    const { line, column } = this.#placeOf(offset);
    if (this.#unfilled.has(`${line}:${column}`)) return;
    const problem = { file: this.#file, line, column, rule, severity, message: this.#withoutSecrets(message) };
    // An anchor that several aliases use has its problems once.
    this.#found.set(problemText(problem), problem);
  }

  #withoutSecrets(message: string): string {
    let shown = message;
    for (const [value, name] of this.#secrets) {
      shown = shown.replaceAll(value, name).replaceAll(JSON.stringify(value).slice(1, -1), name);
    }
    return shown;
  }
}

/** Shorter values are no secrets, and hiding them would garble messages that only happen to hold the same letters. */
const SHORTEST_SECRET = 4;
