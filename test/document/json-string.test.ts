import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { appendJsonString } from '../../src/document/json-string.ts';
import { OutputBuffer } from '../../src/document/output-buffer.ts';
import { holds } from '../property.ts';

function written(text: Buffer): string {
  const output = new OutputBuffer(1);
  appendJsonString(output, text);
  return output.bytes.toString('utf8', 0, output.length);
}

it('writes what JSON.stringify writes, for every character', () => {
  const all = Array.from({ length: 0xd800 }, (_, code) => String.fromCharCode(code)).join('');
  for (const text of [all, '', '"', '\\', '\u007f\u2028 😀\n', 'plain']) {
    expect(written(Buffer.from(text))).toBe(JSON.stringify(text));
  }
});

it('writes what JSON.stringify writes, for any text', () =>
  holds(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      expect(written(Buffer.from(text))).toBe(JSON.stringify(text));
    }),
    300,
  ));
