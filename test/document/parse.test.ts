// Is a record a document, and if not, is it said where and why?
import { isUtf8 } from 'node:buffer';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseDocument, parseValue } from '../../src/document/parse.ts';
import { Tape } from '../../src/document/tape.ts';
import { wireText } from '../../src/document/wire-text.ts';
import { sharedFolder } from '../shared-folder.ts';
import { referenceTokens, type WrongAt } from './reference-json.ts';

const tape = new Tape();

/** The document's text as it leaves, or where and why there is none. */
function read(content: string | Buffer, checked = false): string | { at: number; problem: string } {
  const record = Buffer.from(content as string);
  const bytes = Buffer.concat([Buffer.from('{}\n'), record, Buffer.from('\n"')]);
  tape.begin(bytes);
  const value = parseDocument(tape, bytes, 3, 3 + record.length, checked);
  return typeof value === 'number' ? wireText(tape, value).toString() : { at: value.at - 3, problem: value.problem };
}

describe('a record', () => {
  it('with white space between its tokens becomes a document without it', () => {
    expect(read('{ "a" : [ 1 , "x  y" ] ,\r\n\t"b":{ } }')).toBe('{"a":[1,"x  y"],"b":{}}');
  });

  it.each([
    ['["asin","brand"]', 'array'],
    ['42', 'number'],
    ['null', 'null'],
    ['"text"', 'string'],
    ['true', 'boolean'],
  ])('that is %s is refused by its kind', (text, kind) => {
    expect(read(text)).toEqual({ at: 0, problem: `a document must be a JSON object, found ${kind}` });
  });

  it.each([
    ['{"a":NaN}', 5, /^found NaN \(not JSON; JavaScript or mongo shell syntax\?\) where a value was expected$/],
    ['{"a":-Infinity}', 6, /^found Infinity \(not JSON/],
    ['{"_id":ObjectId("5")}', 7, /^found ObjectId \(not JSON; .*mongo shell/],
    ['{id:1}', 1, /^found id \(not JSON; .*\) where a property name in double quotes was expected$/],
    ["{'id':1}", 1, /^found a single quote \(not JSON/],
    ['{"a":1,}', 7, /^found "}" where a property name in double quotes was expected$/],
    ['{"a":1 "b":2}', 7, /^found "\\"" where "," or "}" was expected$/],
    ['{"a" 1}', 5, /^found "1" where ":" was expected$/],
    ['{"a": [1 2]}', 9, /^found "2" where "," or "\]" was expected$/],
    ['{"a":1} // note', 8, /^found a comment \(not JSON\) where the end of the document was expected$/],
    ['{"a":1}{"b":2}', 7, /^found "\{" where the end of the document was expected$/],
    ['{"a":01}', 6, /^found "1" where "," or "}" was expected$/],
    ['{"a":- 1}', 6, /^found white space where a digit of a number was expected$/],
    ['{"a":1.}', 7, /^found "}" where a digit of a number was expected$/],
    ['{"a":1e+', 8, /^the text ends inside a number$/],
    ['{"a":"b', 7, /^the text ends inside a string$/],
    ['{"a":"b\\', 8, /^a backslash must be followed by/],
    ['{"a":"b\tc"}', 7, /^a control character \(0x09\) stands unescaped in a string$/],
    ['{"a":"\\u12G4"}', 10, /^"\\u" needs four hexadecimal digits$/],
    ['{"a":"\\x41"}', 7, /^a backslash must be followed by one of/],
    ['{"a":[1,2}', 9, /^found "}" where "," or "\]" was expected$/],
    ['{"a":', 5, /^the text ends where a value was expected$/],
    ['{"a": \u00a01}', 6, /^found byte 0xc2 where a value was expected$/],
    ['\u{feff}{}', 0, /^found byte 0xef where a value was expected$/],
  ])('such as %j is refused', (text, at, problem) => {
    const refused = read(text);
    expect(refused).toMatchObject({ at });
    expect((refused as { problem: string }).problem).toMatch(problem);
    // White space that must be taken out first changes neither the place nor the words.
    const spaced = read(` \n${text}`);
    expect(spaced).toEqual({ at: at + 2, problem: (refused as { problem: string }).problem });
  });

  it('that is not UTF-8 is refused with the byte', () => {
    const text = Buffer.concat([Buffer.from('{"ä":"Jos'), Buffer.from([0xe9]), Buffer.from('"}')]);
    expect(read(text)).toEqual({ at: 10, problem: 'not valid UTF-8 (byte 0xE9); is the file in another encoding?' });
    for (const bytes of ['c0af', 'eda080', 'f4908080', 'e282', '80'] as const) {
      const refused = read(Buffer.concat([Buffer.from('{"'), Buffer.from(bytes, 'hex'), Buffer.from('":1}')]));
      expect(refused).toMatchObject({ at: 2, problem: expect.stringMatching(/^not valid UTF-8/) as unknown });
    }
  });

  it('changed in any one byte is taken exactly when JSON.parse takes it, and refused at a sensible place', () => {
    const documents = [
      '{"id":"a\\"\\u00e9","n":-1.5e+3,"t":[true,null,{}]}',
      '{ "a" : [ 0, "", [ ] ] , "é":{"b":false,"c":10} }',
      '{"x":0.25E-7,"\\\\":"😀"}',
    ];
    const wrong: string[] = [];
    let refused = 0;
    for (const document of documents) {
      const bytes = Buffer.from(document);
      for (let place = 0; place < bytes.length; place++) {
        // Above ASCII, one byte of each kind there is in UTF-8.
        for (let byte = 0; byte < 256; byte += byte < 128 ? 1 : 7) {
          const changed = Buffer.from(bytes);
          changed[place] = byte;
          const wanted = parsed(changed);
          const answer = read(changed);
          const written = typeof answer === 'string' ? JSON.stringify(JSON.parse(answer)) : undefined;
          if (written !== wanted) wrong.push(`${changed.toString('latin1')}: ${JSON.stringify(answer)}`);
          if (typeof answer === 'string') continue;
          refused++;
          if (!isSensible(changed, answer.at)) wrong.push(`${changed.toString('latin1')}: refused at ${answer.at}`);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(refused).toBeGreaterThan(10_000);
  });
});

/** What JSON.parse makes of bytes that are UTF-8 and an object. */
function parsed(bytes: Buffer): string | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? JSON.stringify(value) : undefined;
  } catch {
    return undefined;
  }
}

/** The place is the first byte that is not UTF-8, or else lies where nothing could make JSON of the text any more. */
function isSensible(bytes: Buffer, at: number): boolean {
  if (!isUtf8(bytes)) return at === Buffer.byteLength(bytes.toString('utf8').split('\ufffd')[0]!);
  const text = bytes.toString('latin1');
  const wrong = tokenThatIsWrong(text);
  // It is JSON, but no object.
  if (wrong === undefined) return at === 0;
  if (at < wrong || at > bytes.length) return false;
  // What stands before the place, white space aside, could still become JSON: the error is not reported too late.
  const prefix = text.slice(0, at).replace(/[ \t\r\n]+$/, '');
  return ENDINGS.some((ending) => {
    const place = tokenThatIsWrong(prefix + ending);
    return place === undefined || place === prefix.length + ending.length;
  });
}

/** One of these completes any token that has begun, in numbers, strings and escapes, in words. */
const ENDINGS = ['', '0', '"', 'n"', '0"', '00"', '000"', '0000"'].concat([
  'rue',
  'ue',
  'e',
  'alse',
  'lse',
  'se',
  'ull',
  'll',
  'l',
]);

/** Where the first token starts that cannot stand there, by the reference. */
function tokenThatIsWrong(text: string): number | undefined {
  try {
    referenceTokens(text);
    return undefined;
  } catch (error) {
    return (error as WrongAt).at;
  }
}

const suite = sharedFolder('data/jsontestsuite');

describe.skipIf(suite === undefined)(
  `the public test suite of JSON parsers${suite === undefined ? ': skipped, there is no ../shared/data/jsontestsuite' : ''}`,
  () => {
    const files =
      suite === undefined
        ? []
        : readdirSync(suite, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));

    const isTaken = (file: string): boolean => {
      const content = readFileSync(join(suite!, file));
      const bytes = Buffer.concat([content, Buffer.from('\n')]);
      tape.begin(bytes);
      const text = content.toString('utf8');
      if (!Buffer.from(text).equals(content)) {
        const asDocument = parseDocument(tape, bytes, 0, content.length, false);
        expect(asDocument).toMatchObject({ problem: expect.stringMatching(/UTF-8/) as unknown });
        return false;
      }
      return typeof parseValue(tape, bytes, 0, content.length) === 'number';
    };

    it.each([
      ['y_', true],
      ['n_', false],
    ])('%s files: accepted is %j', (prefix, accepted) => {
      const ofKind = files.filter((file) => file.split('/').at(-1)!.startsWith(prefix));
      expect(ofKind.length).toBeGreaterThan(50);
      expect(ofKind.filter((file) => isTaken(file) !== accepted)).toEqual([]);
    });

    it('i_ files do not crash it', () => {
      const ofKind = files.filter((file) => file.split('/').at(-1)!.startsWith('i_'));
      expect(ofKind.length).toBeGreaterThan(20);
      for (const file of ofKind) expect(isTaken(file)).toBeTypeOf('boolean');
    });
  },
);
