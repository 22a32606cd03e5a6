// Inputs that made other tools fail, from public reports: which documents come of them, and what is said of the rest?
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { parseDocument } from '../../src/document/parse.ts';
import { Tape } from '../../src/document/tape.ts';
import { wireText } from '../../src/document/wire-text.ts';
import { openFileSources } from '../../src/source/open-file-sources.ts';
import { inFolder, sourcePlan } from './read-text.ts';

/** Documents as they leave, and `line N at OFFSET: problem` for what is none. */
async function documentsOf(
  content: string | Buffer,
): Promise<{ documents: string[]; problems: string[]; error: unknown }> {
  return inFolder(async (folder) => {
    await writeFile(join(folder, 'in.json'), content);
    const [shard] = await openFileSources([sourcePlan('in.json')], folder);
    const [documents, problems]: [string[], string[]] = [[], []];
    const tape = new Tape();
    try {
      for await (const batch of shard!.batches()) {
        for (let i = 0; i < batch.count; i++) {
          tape.begin(batch.text);
          const value = parseDocument(tape, batch.text, batch.starts[i]!, batch.ends[i]!, batch.utf8);
          if (typeof value === 'number') documents.push(wireText(tape, value).toString());
          else problems.push(`line ${batch.lines[i]} at ${batch.offset + value.at}: ${value.problem}`);
        }
        for (const { line, offset, message } of batch.broken) problems.push(`line ${line} at ${offset}: ${message}`);
      }
    } catch (error) {
      return { documents, problems, error };
    }
    return { documents, problems, error: undefined };
  });
}

describe('reported inputs', () => {
  it.each([
    ['a byte order mark and CR LF', '\u{feff}{"id":"1"}\r\n{"id":"2"}\r\n', ['{"id":"1"}', '{"id":"2"}']],
    [
      'blank lines of every kind',
      '{"id":"1"}\r\n\r\n   \t\r\n{"id":"2"}\n\n{"id":"3"}',
      ['{"id":"1"}', '{"id":"2"}', '{"id":"3"}'],
    ],
    [
      'line separators of Unicode in strings',
      '{"id":"1","t":"before\u2028middle\u2029after"}\n{"id":"2","t":"x\u0085y\\u000b"}\n',
      ['{"id":"1","t":"before\u2028middle\u2029after"}', '{"id":"2","t":"x\u0085y\\u000b"}'],
    ],
    ['gzip under a .json name', gzipSync('[{"amount":1.5},{"amount":2}]'), ['{"amount":1.5}', '{"amount":2}']],
    ['one object over several lines', '{\n  "id": "111",\n  "orders": []\n}\n', ['{"id":"111","orders":[]}']],
  ] as const)('are read: %s', async (_name, content, wanted) => {
    const { documents, problems, error } = await documentsOf(content);
    expect([problems, error]).toEqual([[], undefined]);
    expect(documents).toEqual(wanted);
  });

  it('tell the byte and the place of what is not UTF-8, and go on', async () => {
    const latin = Buffer.from('{"id":"u1","n":"Jos\u00e9"}\n{"id":"u2","n":"ok"}\n', 'latin1');
    expect(await documentsOf(latin)).toEqual({
      documents: ['{"id":"u2","n":"ok"}'],
      problems: ['line 1 at 19: not valid UTF-8 (byte 0xE9); is the file in another encoding?'],
      error: undefined,
    });
  });

  it('tell the line of a comma behind the last element', async () => {
    const { documents, problems } = await documentsOf('[\n {"id":"1"} ,\n\n {"id":"2"},\n]\n');
    expect(documents).toEqual(['{"id":"1"}', '{"id":"2"}']);
    expect(problems).toEqual([expect.stringMatching(/^line 5 at 30: unexpected "]" after ","/)]);
  });

  it('tell of every line that is no object, and read the others', async () => {
    const { documents, problems } = await documentsOf(
      '["asin","brand"]\n["B1","Acme"]\n42\nnull\n"text"\n{"id":"6"}\n',
    );
    expect(documents).toEqual(['{"id":"6"}']);
    expect(problems).toEqual(
      ['array', 'array', 'number', 'null', 'string'].map(
        (kind, i) =>
          expect.stringMatching(
            new RegExp(`^line ${i + 1} at \\d+: a document must be a JSON object, found ${kind}$`),
          ) as unknown,
      ),
    );
  });

  it('tell of raw control characters and newlines in strings, and keep counting lines', async () => {
    const { documents, problems } = await documentsOf('{"id":"1","t":"a\tb"}\n{"id":"2","t":"a\nb"}\n{"id":"3"}\n');
    expect(documents).toEqual(['{"id":"3"}']);
    expect(problems.map((problem) => problem.split(' (')[0])).toEqual([
      'line 1 at 16: a control character',
      'line 2 at 37: the text ends inside a string',
      'line 3 at 38: found b',
    ]);
  });

  it('are read at any depth', async () => {
    const content = [127, 129, 5000].map(
      (levels) => `{"id":"d${levels}","x":${'['.repeat(levels)}1${']'.repeat(levels)}}`,
    );
    expect((await documentsOf(content.join('\n'))).documents).toEqual(content);
  });
});
