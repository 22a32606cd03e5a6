/** How are documents on their way through a plan shown to people? Before, behind each step, and as they come out. */
import { placeText } from '../document/position.ts';
import { keyOf } from '../document/key.ts';
import { parsedJson } from '../document/parsed-json.ts';
import type { Rejection } from '../document/rejection.ts';
import { shownId } from '../document/shown-id.ts';
import { changeLines } from './preview/change-lines.ts';
import { type Line, valueLines, visible } from './preview/value-lines.ts';
import type {
  Ending,
  GatheredDocument,
  PreviewedArrival,
  PreviewedDocument,
  PreviewedRecord,
  PreviewedStep,
} from './preview.ts';
import type { Paint, Style } from './text/paint.ts';
import { countText } from './text/quantities.ts';
import { shortened } from './text/shortened.ts';

export function previewText(records: readonly PreviewedRecord[], paint: Paint): string {
  if (records.length === 0) return 'The source has no documents.\n';
  return `${records.map((record) => recordLines(record, paint).join('\n')).join('\n\n')}\n`;
}

function recordLines({ at, entity, document, of = [], unreadable }: PreviewedRecord, paint: Paint): string[] {
  const place = at.line === 0 ? `made by ${numbered(at.source)}` : placeText(at);
  const heading = paint('bold', `${place}  ${visible(nameOf(entity, document?.before))}`);
  if (document !== undefined) return [heading, ...ofLines(of, paint), ...bodyLines(document, '  ', paint)];
  const { original, rejection } = unreadable!;
  // What would have been made has no text.
  const lines = original === '' ? [] : [`  ${visible(shortened(original))}`];
  return [heading, ...lines, rejectionLine('  ', rejection, paint)];
}

function ofLines(of: readonly GatheredDocument[], paint: Paint): string[] {
  const few = fewOf(of);
  const lines = few.map(({ at, entity, text }) => {
    const place = at.line === 0 ? numbered(at.source) : placeText(at);
    return `  of ${place}  ${visible(nameOf(entity, text))}`;
  });
  const more = of.length - few.length;
  return [...lines, ...(more > 0 ? [`  … and ${countText(more)} more`] : [])].map((line) => paint('dim', line));
}

/** The document, its steps and what comes out, under its heading. */
function bodyLines(document: PreviewedDocument, indent: string, paint: Paint): string[] {
  const { before, steps, ending } = document;
  const lines = shown(valueLinesOf(before), indent, paint);
  let text = before;
  let idle: PreviewedStep[] = [];
  const passIdle = (): void => {
    if (idle.length > 0) lines.push(paint('dim', `${indent}${idle.map(titleOf).join(', ')}: ${idlenessOf(idle[0]!)}`));
    idle = [];
  };
  for (const step of steps) {
    const last = step === steps.at(-1) && ending.kind !== 'out' && ending.kind !== 'discarded' ? ending : undefined;
    if (isIdle(step) && last === undefined) {
      if (idle.length > 0 && idlenessOf(idle[0]!) !== idlenessOf(step)) passIdle();
      idle.push(step);
      continue;
    }
    passIdle();
    lines.push(paint('cyan', `${indent}${titleOf(step)}`), ...stepLines(step, text, indent, paint));
    text = step.after ?? text;
    if (last !== undefined) lines.push(...endingLines(last, document, `${indent}  `, paint));
  }
  passIdle();
  if (ending.kind === 'out' || ending.kind === 'discarded' || steps.length === 0)
    lines.push(...endingLines(ending, document, indent, paint));
  return [...lines, ...steps.flatMap((step) => madeLines(step, indent, paint))];
}

/** `transforms[1] group` → `2 group`, as steps are called here. */
function numbered(source: string): string {
  return source.replace(/^transforms\[(\d+)\]/, (_, index) => String(Number(index) + 1));
}

function titleOf({ number, name }: PreviewedStep): string {
  return `${number} ${name}`;
}

function idlenessOf({ isSkipped, isGathered }: PreviewedStep): string {
  if (isSkipped === true) return 'passed by, since if: is false';
  return isGathered === true ? 'gathered for what the step makes of all documents' : 'nothing changed';
}

function isIdle({ after, made, lost, notes }: PreviewedStep): boolean {
  return after === undefined && made.length + lost.length + notes.length === 0;
}

function stepLines(
  { after, made, lost, notes }: PreviewedStep,
  before: string,
  indent: string,
  paint: Paint,
): string[] {
  const entities = new Map<string, number>();
  for (const { entity } of made) entities.set(entity, (entities.get(entity) ?? 0) + 1);
  return [
    ...(after === undefined ? [] : shown(changeLines(parsedJson(before), parsedJson(after)), indent, paint)),
    ...[...entities].map(([entity, count]) =>
      paint('green', `${indent}  + made ${countText(count)} × ${visible(entity)}, see below`),
    ),
    ...lost.map(({ path, count }) =>
      paint('red', `${indent}  - lost ${visible(path)}${count === 1 ? '' : ` × ${countText(count)}`}`),
    ),
    ...notes.map(({ code, message }) => paint('yellow', `${indent}  ! ${code} ${visible(message)}`)),
  ];
}

function endingLines(ending: Ending, { entity }: PreviewedDocument, indent: string, paint: Paint): string[] {
  if (ending.kind === 'out') {
    const arrivals = ending.arrivals.map((arrival) => arrivalLine(arrival, indent, paint));
    return [...arrivals, ...shown(valueLinesOf(ending.text), indent, paint)];
  }
  if (ending.kind === 'rejected') return [rejectionLine(indent, ending.rejection, paint)];
  const what = ending.kind === 'discarded' ? `→ nowhere: the plan discards ${visible(entity)}` : GONE[ending.kind];
  return [paint('yellow', indent + what)];
}

const GONE = {
  filtered: 'filtered: it goes no further',
  expired: 'expired: it goes no further',
  merged: 'merged with another one of its key',
  consumed: 'goes into what this step makes of all documents',
} as const;

function arrivalLine({ container, answer }: PreviewedArrival, indent: string, paint: Paint): string {
  const heading = `${indent}→ ${container}`;
  if (answer === 'written') return paint('bold', heading);
  if (answer === 'same') return `${paint('bold', heading)}, which has an equal one already`;
  return rejectionLine(`${heading}: `, answer, paint);
}

function rejectionLine(before: string, { code, message }: Rejection, paint: Paint): string {
  return `${before}${paint('red', `rejected: ${code}`)} ${visible(message)}`;
}

/** So many documents that a step made, or that it made one of, are shown. */
const MOST_MADE = 3;

/** Where only one more would be left out, it is shown as well. */
function fewOf<Document>(all: readonly Document[]): readonly Document[] {
  return all.length === MOST_MADE + 1 ? all : all.slice(0, MOST_MADE);
}

function madeLines(step: PreviewedStep, indent: string, paint: Paint): string[] {
  const { made } = step;
  const few = fewOf(made);
  const lines = few.flatMap((document) => [
    '',
    paint('bold', `${indent}  ${visible(nameOf(document.entity, document.before))}, made by ${titleOf(step)}`),
    ...bodyLines(document, `${indent}    `, paint),
  ]);
  const more = made.length - few.length;
  return more > 0 ? [...lines, '', `${indent}  … ${countText(more)} more made by ${titleOf(step)}`] : lines;
}

/** The entity and the id, where there is one that can be shown. */
function nameOf(entity: string, text: string | undefined): string {
  if (text === undefined) return entity;
  const { tape, root } = parsedJson(text);
  const id = shownId(tape, root) ?? shownId(tape, root, MONGO_ID);
  return id === undefined ? entity : `${entity} ${shortened(id)}`;
}

const MONGO_ID = keyOf('_id');

function valueLinesOf(text: string): Line[] {
  const { tape, root } = parsedJson(text);
  return valueLines(tape, root, '', 0, ' ');
}

const STYLES: Readonly<Record<Line['mark'], Style | undefined>> = {
  ' ': undefined,
  '+': 'green',
  '-': 'red',
  '~': 'yellow',
};

/** Marks stand in a column of their own. */
function shown(lines: readonly Line[], indent: string, paint: Paint): string[] {
  return lines.map(({ mark, depth, text, isRest }) => {
    const line = `${indent}${mark} ${'  '.repeat(depth)}${text}`;
    const style = isRest === true && mark === ' ' ? 'dim' : STYLES[mark];
    return style === undefined ? line : paint(style, line);
  });
}
