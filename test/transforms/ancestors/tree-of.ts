// What do ancestors come to in a tree that is indexed from lines of JSON, with as little remembered as a test wants?
import { Buffer } from 'node:buffer';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Document } from '../../../src/document/document.ts';
import { parseDocument } from '../../../src/document/parse.ts';
import { Tape } from '../../../src/document/tape.ts';
import { wireText } from '../../../src/document/wire-text.ts';
import { givenShard } from '../../../src/run/examples/given-shard.ts';
import { FoundReference } from '../../../src/run/references/found-reference.ts';
import { indexReference } from '../../../src/run/references/index-reference.ts';
import { DOCUMENTS, indexPath } from '../../../src/run/references/index-writer.ts';
import { ReferenceText } from '../../../src/run/references/reference-text.ts';
import { SortedIndex } from '../../../src/run/references/sorted-index.ts';
import type { StepContext } from '../../../src/transform/step.ts';
import { Lister } from '../../../transforms/ancestors/lister.ts';
import { ID, type Options } from '../../../transforms/ancestors/options.ts';

export interface Listed {
  /** The document behind the step, or the code with which it is rejected. */
  readonly text: string;
  readonly notes: readonly { readonly code: string; readonly message: string }[];
}

export interface TreeSetting {
  /** Bytes that are remembered of the tree. */
  readonly remembered?: number;
  /** Lines that pass the step. @default all of them */
  readonly passing?: readonly string[];
}

export async function listedIn(
  lines: readonly string[],
  options: Options,
  { remembered, passing = lines }: TreeSetting = {},
): Promise<Listed[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tree-'));
  const files: { close(): void }[] = [];
  try {
    const plan = { entity: 'doc', file: '-', maxDocument: 1 << 20 };
    const shards = [givenShard(0, 'doc', lines)];
    await indexReference({ plan, shards, folder, paths: [ID], observe: () => undefined });
    const index = new SortedIndex(indexPath(folder, 0), 1 << 20);
    const documents = new ReferenceText(join(folder, DOCUMENTS), 1 << 20);
    files.push(index, documents);
    const lister = new Lister(options, false, new FoundReference(index, documents), remembered);
    return passing.map((line) => listed(line, lister));
  } finally {
    for (const file of files) file.close();
    rmSync(folder, { recursive: true });
  }
}

const tape = new Tape();

function listed(line: string, lister: Lister): Listed {
  const bytes = Buffer.from(`${line}\n`);
  tape.begin(bytes);
  const root = parseDocument(tape, bytes, 0, bytes.length - 1, false);
  if (typeof root !== 'number') throw new Error(`${line} is no document: ${root.problem}`);
  const document = new Document(tape, 'doc', root);
  const notes: { code: string; message: string }[] = [];
  const context: StepContext = {
    startedAt: 0,
    origin: { shard: 0, index: 0 },
    make: () => undefined,
    drop: () => undefined,
    note: (code, _path, message) => void notes.push({ code, message }),
    sha256: (text) => text,
    hmac: (key, text) => key + text,
  };
  const rejection = lister.apply(document, context);
  return { text: rejection?.code ?? wireText(tape, document.root).toString(), notes };
}
