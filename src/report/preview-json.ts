/** How are documents on their way through a plan told to machines? All of them, with their digits and bytes. */
import { compare } from '../document/compare.ts';
import { parsedJson } from '../document/parsed-json.ts';
import type { Ending, PreviewedDocument, PreviewedRecord, PreviewedStep } from './preview.ts';
import { RawJson, rawJsonText } from './raw-json.ts';

export function previewJson(records: readonly PreviewedRecord[]): string {
  const documents = records.map(({ at, entity, document, of, unreadable }) => ({
    at,
    entity,
    ...(of && { of: of.map((one) => ({ at: one.at, entity: one.entity, doc: new RawJson(one.text) })) }),
    ...(unreadable === undefined ? {} : { original: unreadable.original, rejected: unreadable.rejection }),
    ...(document === undefined ? {} : documentJson(document)),
  }));
  return `${rawJsonText({ formatVersion: 1, documents })}\n`;
}

function documentJson({ before, steps, ending }: PreviewedDocument): object {
  let text = before;
  return {
    before: new RawJson(before),
    steps: steps.map((step) => {
      const told = stepJson(step, text);
      text = step.after ?? text;
      return told;
    }),
    ...endingJson(ending),
  };
}

function stepJson(
  { number, name, isSkipped, isGathered, after, made, lost, notes }: PreviewedStep,
  before: string,
): object {
  return {
    number,
    name,
    ...(isSkipped && { skipped: true }),
    ...(isGathered && { gathered: true }),
    ...(after === undefined ? {} : { changes: changesOf(before, after), after: new RawJson(after) }),
    ...(made.length === 0
      ? {}
      : { made: made.map((document) => ({ entity: document.entity, ...documentJson(document) })) }),
    ...(lost.length === 0 ? {} : { lost }),
    ...(notes.length === 0 ? {} : { notes }),
  };
}

/** So many places are told; what is behind the step is there as a whole. */
const MOST = 1_000;

function changesOf(before: string, after: string): object[] {
  const [old, now] = [parsedJson(before), parsedJson(after)];
  const changes = compare(old.tape, old.root, now.tape, now.root, 'exact', MOST);
  return changes.map(({ path, kind }) => ({ path, kind: KINDS[kind] }));
}

const KINDS = { missing: 'removed', extra: 'added', different: 'changed' } as const;

function endingJson(ending: Ending): object {
  if (ending.kind === 'rejected') {
    const { step, rejection } = ending;
    return { outcome: 'rejected', rejected: { ...(step === undefined ? {} : { step }), ...rejection } };
  }
  if (ending.kind !== 'out') return { outcome: ending.kind };
  const containers = ending.arrivals.map(({ container, answer }) =>
    typeof answer === 'string' ? { container, answer } : { container, answer: 'rejected', rejected: answer },
  );
  return { outcome: 'out', containers, doc: new RawJson(ending.text) };
}
