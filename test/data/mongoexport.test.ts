// Do dumps of mongoexport become documents with ids, their arrays the exact number of children, and nothing else anything else?
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith, planIn, runIn, type Ran } from '../run/running.ts';
import { sharedFolder } from '../shared-folder.ts';

const shared = sharedFolder('data/mongoexport');

async function rehearse(file: string, path: string, more: string = ''): Promise<Ran> {
  const folder = folderWith({});
  const plan = await planIn(
    folder,
    `version: 1
name: dump
source: { file: ${JSON.stringify(join(shared!, file))}, entity: thing, extendedJson: true }
transforms:
  - split: { path: ${path}, into: child, link: { parentId: /id }, index: at, value: value${more} }
  - id: { from: /id }
containers:
  things: { entities: [thing], partitionKey: /id }
  children: { entities: [child], partitionKey: /parentId }
`,
  );
  return runIn(folder, plan, 'embedded');
}

type Json = Record<string, unknown>;

/** What the file says, read by a parser that knows only the two types that stand in these files. */
function documentsIn(file: string): Json[] {
  const lines = readFileSync(join(shared!, file), 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => {
    const { _id, ...rest } = JSON.parse(line, (_, value: unknown) => {
      const [[name, text] = [], ...others] = Object.entries((value ?? {}) as Json);
      return others.length === 0 && (name === '$oid' || name === '$date') ? text : value;
    }) as Json;
    return { id: String(_id), ...rest };
  });
}

describe.skipIf(shared === undefined)(
  `dumps of mongoexport${shared === undefined ? ': skipped, there is no ../shared/data/mongoexport' : ''}`,
  { timeout: 120_000 },
  () => {
    it.each([
      ['students.json', 'scores', 200, 600],
      ['grades.json', 'scores', 280, 1241],
      ['books.json', 'authors', 431, 785],
      ['countries-small.json', 'borders', 248, 648],
      // Ids of two types, and texts and arrays under one name.
      ['products.json', 'none', 11, 0],
    ])('%s: each of %s', async (file, property, documents, children) => {
      const { files, report, rejects, exitStatus } = await rehearse(file, `/${property}`);
      expect(rejects).toEqual([]);
      expect(exitStatus).toBe(0);
      expect(report.entities).toMatchObject({
        thing: { read: documents, written: documents },
        child: { made: children, written: children },
      });
      expect(report.findings.filter(({ code }) => code !== 'NUMBER_UNSAFE' && code !== 'MIXED_TYPES')).toEqual([]);
      const expected = documentsIn(file);
      const parents = expected.map(({ [property]: array, ...rest }) => ({
        ...rest,
        ...(array === null && { [property]: array }),
      }));
      expect(files['things.ndjson']!.map((line) => JSON.parse(line) as Json)).toEqual(parents);
      const made = files['children.ndjson']!.map((line) => {
        const { value, parentId, id, at, ...rest } = JSON.parse(line) as Json;
        expect(id).toBe(`${String(parentId)}:${String(at)}`);
        return [String(parentId), value ?? rest];
      });
      const elements = expected.flatMap(({ id, [property]: array }) =>
        ((array ?? []) as unknown[]).map((element) => [id, element]),
      );
      expect(made).toEqual(elements);
    });

    it('take an array where text stands elsewhere, if they are told to', async () => {
      const { report, rejects, exitStatus } = await rehearse('products.json', '/type');
      expect(exitStatus).toBe(9);
      expect(rejects.every(({ code, original }) => code === 'NOT_AN_ARRAY' && original!.includes('"type" : "'))).toBe(
        true,
      );
      expect(rejects.length + report.entities['thing']!.written).toBe(11);
      const { report: lenient } = await rehearse('products.json', '/type', ', lenient: true');
      expect(lenient).toMatchObject({ rejected: 0, entities: { thing: { written: 11 } } });
    });
  },
);
