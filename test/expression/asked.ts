// What does an expression say of a document, and why can it not?
import { parseExpression } from '../../src/expression/expression.ts';
import { ExpressionError } from '../../src/expression/failure.ts';
import { Tape } from '../../src/document/tape.ts';
import { parsed, textOfValue } from '../document/parsed.ts';

const tape = new Tape();
/** 2026-01-02T03:04:05.678Z */
export const STARTED_AT = 1_767_323_045_678;

/** The value as JSON, or the rejection's message behind `!`. */
export function asked(text: string, json: string = '{}'): string {
  const document = parsed(json, tape);
  const answer = parseExpression(text, 'value').value(document, STARTED_AT);
  return typeof answer === 'number' ? textOfValue(document, answer) : `!${answer.message}`;
}

/** What a condition says. */
export function holds(text: string, json: string = '{}'): boolean | string {
  const answer = parseExpression(text, 'condition').holds(parsed(json, tape), STARTED_AT);
  return typeof answer === 'boolean' ? answer : `!${answer.message}`;
}

/** Why the text is no expression, behind the place where it is not. */
export function refused(text: string, use: 'condition' | 'value' = 'value'): string {
  try {
    parseExpression(text, use);
  } catch (error) {
    if (error instanceof ExpressionError) return `${error.at}: ${error.message}`;
    throw error;
  }
  return 'nothing';
}
