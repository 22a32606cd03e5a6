// Documents that went wrong elsewhere, from public reports: what does a whole rehearsal make of them, and say of them?
import { describe, expect, it } from 'vitest';
import { cases } from './reported-cases.ts';
import { folderWith, planIn, runIn } from './running.ts';

describe('a rehearsal of documents that went wrong elsewhere', () => {
  it.each(cases)(
    '$name',
    async ({ lines, steps = '[]', source = '', partitionKey = '/pk', uniqueKeys, accepted, says, silent }) => {
      const folder = folderWith({ 'in.ndjson': lines.join('\n') });
      const unique = uniqueKeys === undefined ? '' : `, uniqueKeys: ${uniqueKeys}`;
      const plan = await planIn(
        folder,
        `version: 1
name: reported
source: { file: in.ndjson${source} }
transforms: ${steps}
containers: { all: { entities: [document], partitionKey: ${partitionKey}${unique} } }
`,
      );
      const { files, report } = await runIn(folder, plan, 'embedded');
      expect(files['all.ndjson']).toEqual(accepted ?? lines);
      expect(report.balance.ok).toBe(true);
      const found = report.findings
        .filter(({ severity, code }) => severity !== 'info' || code === 'MIXED_TYPES')
        .flatMap(({ code, path, message, examples }) =>
          (examples.length === 0 ? [undefined] : examples).map(
            (example) => `${code} ${example?.line ?? '-'} ${path ?? ''} ${example?.id ?? ''} ${message}`,
          ),
        );
      for (const said of says ?? []) {
        const [where = '', what = ''] = said.split(/: (.*)/);
        const there = found.filter((one) => one.startsWith(where));
        expect(there.length > 0 ? there.join('\n') : found).toContain(there.length > 0 ? what : where);
      }
      const unsaid = found.filter((one) => silent && !one.startsWith('PARTITION_KEY_MISSING'));
      expect(unsaid).toEqual([]);
    },
  );
});
