/**
 * Do the values that a step looks up lead anywhere? Listens to what the step tells of each document, and where nothing
 * was found at all, looks whether the documents of the reference have the path by which they are found.
 */
import type { Document } from '../../document/document.ts';
import { parseDocument } from '../../document/parse.ts';
import type { Path } from '../../document/path.ts';
import { type Place, placeText } from '../../document/position.ts';
import { readEach } from '../../document/read.ts';
import { NULL, Tape } from '../../document/tape.ts';
import type { PlanNode } from '../../plan/node.ts';
import type { Problems } from '../../plan/problem.ts';
import type { ReadStep } from '../../plan/steps.ts';
import type { Finding } from '../../report/findings.ts';
import type { Shard } from '../../source/source.ts';
import type { StepContext } from '../../transform/step.ts';
import { ListeningContext } from './listening-context.ts';
import { PathWatch } from './path-watch.ts';
import { placeWithin } from './plan-places.ts';
import { figure } from './seen-kinds.ts';

/** So many documents of a reference are asked for the path. */
const MOST_ASKED = 1_000;

interface Told {
  count: number;
  readonly message: string;
  readonly first: string;
}

export class LookupWatch {
  readonly #step: ReadStep;
  readonly #node: PlanNode | undefined;
  readonly #local: Path;
  readonly #told = new Map<string, Told>();
  readonly #listening: ListeningContext;
  #values = 0;
  #place!: Place;

  private constructor(step: ReadStep, node: PlanNode | undefined, local: Path) {
    this.#step = step;
    this.#node = node;
    this.#local = local;
    this.#listening = new ListeningContext((code, message, count) => this.#tell(code, message, count));
  }

  static of(step: ReadStep, node: PlanNode | undefined): LookupWatch | undefined {
    const local = step.definition.effects?.(step.options)[0]?.reads?.[0];
    return step.plan.looksUp === undefined || local === undefined ? undefined : new LookupWatch(step, node, local);
  }

  /** Sees a document before the step; what the step is to be given as its context. */
  before({ tape, root }: Document, context: StepContext, place: Place): StepContext {
    this.#place = place;
    readEach(tape, root, this.#local, (value) => {
      if (tape.kind(value) !== NULL) this.#values++;
    });
    return this.#listening.to(context);
  }

  report(problems: Problems): void {
    const [missing, asText] = [this.#told.get('REFERENCE_MISSING'), this.#told.get('REFERENCE_AS_TEXT')];
    const offset = placeWithin(this.#node, this.#local.text, this.#step.offset);
    if (missing !== undefined && missing.count !== asText?.count) {
      const text = `${this.#share(missing)} nowhere (first ${missing.first}): ${missing.message}`;
      problems.warning(offset, 'reference-missing', text);
    }
    if (asText === undefined) return;
    const text = `${this.#share(asText)} somewhere only as text (first ${asText.first}): ${asText.message} ${this.#step.plan.looksUp!.reference === undefined ? 'Bring' : 'Write match: text, or bring'} both to one type before.`;
    problems.warning(offset, 'reference-as-text', text);
  }

  /** Says so where no document of the reference can be found, since none has the path, and what is taken of none. */
  async reportPath(shards: readonly Shard[], problems: Problems): Promise<void> {
    const { reference, foreign, takes = [] } = this.#step.plan.looksUp!;
    const missing = this.#told.get('REFERENCE_MISSING');
    const isLost = missing !== undefined && missing.count >= this.#values;
    const paths = [...(isLost ? [foreign] : []), ...takes].filter(({ segments }) => segments.length > 0);
    const watches = paths.map((path) => new PathWatch(path));
    for (const shard of shards) if (shard.entity === reference) await ask(shard, watches);
    for (const { path, nowhere } of watches) {
      if (nowhere === undefined) continue;
      const rule = nowhere.isNoArray ? 'array-never' : 'path-not-in-data';
      const text = `${this.#step.plan.name}: in ${reference!}, ${nowhere.text}`;
      problems.warning(placeWithin(this.#node, path.text, this.#step.offset), rule, text);
    }
  }

  /** Says where the first of several is taken. */
  reportRepeated(findings: readonly Finding[], problems: Problems): void {
    const { reference, foreign, takesFirst } = this.#step.plan.looksUp!;
    const found = findings.find(
      ({ code, entity, path }) => code === 'REFERENCE_KEY_REPEATED' && entity === reference && path === foreign.text,
    );
    if (!takesFirst || found === undefined) return;
    const { count } = found;
    const documents = count === 1 ? '1 document has' : `${figure(count)} documents have`;
    const text = `${this.#step.plan.name}: in ${reference!}, ${documents} a value at ${foreign.text} that another one before has; one: true takes the first.`;
    problems.warning(placeWithin(this.#node, foreign.text, this.#step.offset), 'reference-repeats', text);
  }

  #share({ count }: Told): string {
    const [all, path] = [figure(this.#values), this.#local.text];
    const share = count < this.#values ? `${figure(count)} of ${all} values` : `all ${all} values`;
    const values = this.#values === 1 ? 'the one value' : share;
    return `${this.#step.plan.name}: ${values} at ${path} ${count === 1 ? 'leads' : 'lead'}`;
  }

  #tell(code: string, message: string, count: number): void {
    const told = this.#told.get(code);
    if (told === undefined) this.#told.set(code, { count, message, first: placeText(this.#place) });
    else told.count += count;
  }
}

async function ask(shard: Shard, watches: readonly PathWatch[]): Promise<void> {
  const [first] = watches;
  if (first === undefined) return;
  const tape = new Tape();
  for await (const { text, count, starts, ends, lines, offset } of shard.batches()) {
    for (let i = 0; i < count; i++) {
      if (first.documents >= MOST_ASKED) return;
      tape.begin(text);
      const root = parseDocument(tape, text, starts[i]!, ends[i]!, false);
      const place = { source: shard.source, line: lines[i]!, offset: offset + starts[i]! };
      if (typeof root === 'number') for (const watch of watches) watch.see(tape, root, place);
    }
  }
}
