/** What is a value as another type? What has no such form is a failure. */
import { type Content, kindOf, type Kind, TypeContent } from '../content.ts';
import { Failure } from '../failure.ts';
import { compareNumbers, decimal, isWhole, MOST_DIGITS, type Quantity, truncated, wholeNumber } from '../numbers.ts';
import { Duration, durationText, floorDivide, SECOND, Timestamp, timestampText } from '../times.ts';
import { ANY, type CelFunctions } from './cel-function.ts';

export const CONVERSIONS: CelFunctions = {
  int: { takes: [['number', 'text', 'time', 'duration']], kind: 'number', apply: ([value]) => whole(value!) },
  uint: { takes: [['number', 'text']], kind: 'number', apply: ([value]) => positive(whole(value!)) },
  double: { takes: [['number', 'text']], kind: 'number', apply: ([value]) => double(value!) },
  string: {
    takes: [['text', 'number', 'boolean', 'time', 'duration']],
    kind: 'text',
    apply: ([value]) => text(value!),
  },
  bool: { takes: [['boolean', 'text']], kind: 'boolean', apply: ([value]) => boolean(value!) },
  type: { takes: [ANY], kind: 'type', apply: ([value]) => new TypeContent(typeName(value!)) },
  dyn: { takes: [ANY], kind: undefined, apply: ([value]) => value! },
};

function whole(value: Content): Quantity {
  if (value instanceof Timestamp || value instanceof Duration)
    return wholeNumber(floorDivide(value.nanoseconds, SECOND));
  if (typeof value !== 'string') return truncated(value as Quantity);
  if (!/^-?\d+$/.test(value) || value.length > MOST_DIGITS)
    throw new Failure('a text is no whole number, and int needs one');
  return wholeNumber(BigInt(value));
}

function positive(number: Quantity): Quantity {
  if (compareNumbers(number, 0) >= 0) return number;
  throw new Failure('uint takes no negative number');
}

function double(value: Content): number {
  if (typeof value !== 'string') return decimal(Number(value));
  if (/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(value)) return decimal(Number(value));
  throw new Failure('a text is no number as JSON writes it, and double needs one');
}

/** Numbers by value, as templates do. */
function text(value: Content): string {
  if (value instanceof Timestamp) return timestampText(value);
  if (value instanceof Duration) return durationText(value);
  return typeof value === 'string' ? value : (value as Quantity | boolean).toString();
}

function boolean(value: Content): boolean {
  if (typeof value === 'boolean') return value;
  if (value === 'true' || value === 'false') return value === 'true';
  throw new Failure('a text is neither "true" nor "false", and bool needs one of them');
}

function typeName(value: Content): string {
  const kind = kindOf(value);
  return kind === 'number' ? (isWhole(value as Quantity) ? 'int' : 'double') : NAMES[kind];
}

const NAMES: Readonly<Record<Exclude<Kind, 'number'>, string>> = {
  null: 'null_type',
  boolean: 'bool',
  text: 'string',
  array: 'list',
  object: 'map',
  time: 'timestamp',
  duration: 'duration',
  type: 'type',
};
