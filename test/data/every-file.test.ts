// Does every public file rehearse to its end, whatever is in it, with books that balance?
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Fatal } from '../../src/errors.ts';
import { run, type RunResult } from '../../src/run.ts';
import { folderWith, linesOf, planIn } from '../run/running.ts';
import { sharedFolder } from '../shared-folder.ts';

const shared = sharedFolder('data');
const files = (folder: string): string[] =>
  shared === undefined
    ? []
    : readdirSync(join(shared, folder), { withFileTypes: true, recursive: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .toSorted();

async function rehearse(file: string, more = '', folder: string = folderWith({})): Promise<RunResult | Fatal> {
  const plan = await planIn(
    folder,
    `version: 1
name: any
source: { file: ${JSON.stringify(file)}, extendedJson: true, duplicateKeys: last${more} }
transforms:
  - flatten: { path: /, depth: 2 }
  - stringify: unsafe
  - type: { property: kind }
containers: { all: { entities: [document], partitionKey: /id, uniqueKeys: [/name] } }
`,
  );
  try {
    const target = { kind: 'embedded', out: join(folder, 'out') } as const;
    return await run(plan, { target, stateFolder: join(folder, 'state') });
  } catch (error) {
    if (error instanceof Fatal) return error;
    throw error;
  }
}

interface End {
  readonly status: number;
  /** Whether every record is in the books once. */
  readonly isBooked: boolean;
}

/** How the rehearsal of a file ends. */
async function endOf(file: string): Promise<End> {
  const ran = await rehearse(file);
  if (ran instanceof Fatal) return { status: ran.exitStatus, isBooked: true };
  const { read, written, rejected, merged } = ran.report.entities['document']!;
  const isBooked = ran.report.balance.ok && written + rejected + merged === read;
  return { status: ran.exitStatus, isBooked: isBooked && read === ran.report.source.documents };
}

const [DONE, WITH_REJECTS, UNREADABLE] = [0, 9, 5].map((status): End => ({ status, isBooked: true }));

describe.skipIf(shared === undefined)(
  `every file of the public data${shared === undefined ? ': skipped, there is no ../shared/data' : ''}`,
  { timeout: 120_000 },
  () => {
    const suite = files('jsontestsuite');
    const others = files('.').filter((file) => !suite.includes(file));

    it('is there', () => {
      expect(others.length).toBeGreaterThan(15);
      expect(suite.length).toBeGreaterThan(300);
    });

    it.each(others.map((file) => [file.slice(shared!.length + 1), file]))('rehearses: %s', async (_, file) => {
      expect([DONE, WITH_REJECTS, UNREADABLE]).toContainEqual(await endOf(file));
    });

    it('rehearses: each of the conformance suite', async () => {
      // Many in one run, but for those that are in other encodings, or look like it, which end a run.
      const many = ['y_*', 'n_[!s]*', 'n_s[!t]*', 'n_string_*', 'n_structure_[!n]*'];
      for (const names of many)
        expect([DONE, WITH_REJECTS]).toContainEqual(
          await endOf(join(shared!, 'jsontestsuite/test_parsing', `${names}.json`)),
        );
      for (const file of suite.filter((name) => /\/(?:i_|n_structure_n)[^/]*$/.test(name)))
        expect([DONE, WITH_REJECTS, UNREADABLE]).toContainEqual(await endOf(file));
    });

    it('gives the families of one array in a large file', async () => {
      const folder = folderWith({});
      const ran = await rehearse(join(shared!, 'cosmos-families/Families.json'), ', select: /Families', folder);
      if (ran instanceof Fatal) throw ran;
      expect(ran.exitStatus).toBe(0);
      expect(ran.report.entities['document']).toMatchObject({ read: 7, written: 7 });
      const families = linesOf(join(folder, 'out/all.ndjson')).map(
        (line) => JSON.parse(line) as { id: string; address_zip?: number },
      );
      expect(families.map(({ id }) => id).slice(0, 3)).toEqual(['AndersenFamily', 'KinDocument', 'MeyerAndFamily']);
      expect(families[0]).toMatchObject({ address_zip: 90_210, kind: 'document' });
    });
  },
);
