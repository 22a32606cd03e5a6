/**
 * Can this be the id of an item? The service wants text of 1 to 1,023 bytes (quota page; "a unique non-empty string
 * less than 1024 characters", azure-sdk-for-java #10580). It takes `/` and `\` at creation and cannot find the item
 * afterwards (azure-cosmos-dotnet-v3 #2573, #4129), and SDKs refuse `#` too: a run refuses all three, on purpose
 * stricter than the service. `?`, `%`, control characters and blanks at the ends are taken and make trouble in URLs.
 */
import { Buffer } from 'node:buffer';
import { kindName, textOf } from '../document/decode.ts';
import { reject, type Rejection } from '../document/rejection.ts';
import { ESCAPED, MISSING, STRING, type Tape, type Value } from '../document/tape.ts';

const LONGEST_ID = 1023;

/** Why the service would not take this id, as the end of a sentence that begins with "the id". */
export function idProblem(tape: Tape, id: Value): string | undefined {
  if (id === MISSING) return 'is missing';
  if (tape.kind(id) !== STRING)
    return `is ${kindName(tape, id) === 'null' ? 'null' : `of type ${kindName(tape, id)}`} and has to be text`;
  const content = tape.end(id) - tape.start(id) - 2;
  if (content === 0) return 'is empty';
  const bytes = tape.is(id, ESCAPED) ? Buffer.byteLength(textOf(tape, id)) : content;
  if (bytes > LONGEST_ID) return `has ${bytes} bytes, and at most ${LONGEST_ID} are allowed`;
  // No answer of the service is known for blanks alone; SDKs call such an id invalid.
  if (tape.bytesOf(id)[tape.start(id) + 1]! <= BLANK && textOf(tape, id).trim() === '')
    return 'holds nothing but blanks';
  return undefined;
}

/** Why a run does not take this id. */
export function refuseId(tape: Tape, id: Value): Rejection | undefined {
  const problem = idProblem(tape, id);
  if (id === MISSING) return reject('ID_MISSING', `/id is missing, and every item needs one. ${DERIVE}`, '/id');
  if (problem !== undefined) return reject('ID_INVALID', `The id ${problem}. ${DERIVE}`, '/id');
  if ((traitsOf(tape, id) & FORBIDDEN) === 0) return undefined;
  const text = textOf(tape, id);
  const found = /[/\\#]/.exec(text)?.[0] ?? '';
  return reject(
    'ID_INVALID',
    `The id ${JSON.stringify(text)} holds ${JSON.stringify(found)}. The service takes some ids with / \\ # and cannot find the item afterwards, so they are refused here. Build it with { from: /id, encode: true } or another template.`,
    '/id',
  );
}

/** What is risky about an id that is taken, if anything. */
export function idRisk(tape: Tape, id: Value): string | undefined {
  if ((traitsOf(tape, id) & RISKY) === 0) return undefined;
  const text = textOf(tape, id);
  if (text !== text.trim()) return 'has blanks at its ends';
  const found = RISKY_CHARACTER.exec(text)?.[0];
  if (found === undefined) return undefined;
  return found === '?' || found === '%' ? `holds ${found}` : 'holds a control character';
}

const DERIVE = 'Derive it from the data by an id step, such as id: "{/a}-{/b}".';
const BLANK = 0x20;
const FORBIDDEN = 1;
/** Or perhaps so: what only the text can tell. */
const RISKY = 2;
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const RISKY_CHARACTER = /[?%\u0000-\u001f\u007f-\u009f]/;

const TRAITS = new Uint8Array(256);
for (const character of '/\\#') TRAITS[character.charCodeAt(0)] = FORBIDDEN;
for (const character of '?%') TRAITS[character.charCodeAt(0)] = RISKY;
for (let byte = 0; byte < 256; byte++) if (byte < 0x20 || byte >= 0x7f) TRAITS[byte] = RISKY;

function traitsOf(tape: Tape, id: Value): number {
  if (tape.is(id, ESCAPED)) return (/[/\\#]/.test(textOf(tape, id)) ? FORBIDDEN : 0) | RISKY;
  const bytes = tape.bytesOf(id);
  const start = tape.start(id) + 1;
  const end = tape.end(id) - 1;
  let traits = bytes[start] === BLANK || bytes[end - 1] === BLANK ? RISKY : 0;
  for (let i = start; i < end; i++) traits |= TRAITS[bytes[i]!]!;
  return traits;
}
