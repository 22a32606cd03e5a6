// Is a name refused that no file can have on some system?
import { describe, expect, it } from 'vitest';
import { fileNameProblem } from '../../src/plan/file-name.ts';
import { readPlanText } from '../../src/plan/read.ts';

async function problemsOf(name: string, label: string): Promise<string[]> {
  const text = `version: 1\nname: ${name}\nsource: { file: a.ndjson, entity: item }\ncontainers:\n  ${label}: { entities: [item], partitionKey: /id }\n`;
  const { problems } = await readPlanText('plan.yaml', text, { env: {}, lenientTarget: true });
  return problems.map(({ line, rule, message }) => `${line} ${rule} ${message}`);
}

it.each(['con', 'CON', 'aux', 'Nul', 'prn', 'com1', 'LPT9', 'aux.old', 'con.a.b'])(
  '%s is a device on Windows',
  (name) => {
    expect(fileNameProblem(name)).toMatch(/^is kept for a device by Windows \([A-Z]+\d?\)/);
  },
);

it.each(['posts.', 'a..', 'b '])('%j loses its end on Windows', (name) => {
  expect(fileNameProblem(name)).toMatch(/^ends with a dot or a blank/);
});

it.each(['contacts', 'auxiliary', 'com', 'com10', 'lpt', 'nullable', 'a.con', 'console'])(
  '%s is a name like any other',
  (name) => {
    expect(fileNameProblem(name)).toBeUndefined();
  },
);

describe('a plan', () => {
  it('may not have a label or a name of that kind', async () => {
    expect(await problemsOf('aux', 'items')).toEqual([
      '2 invalid-name "name" names a folder on any system, and "aux" is kept for a device by Windows (AUX), whatever ending it has.',
    ]);
    expect(await problemsOf('shop', 'nul')).toEqual([
      expect.stringMatching(
        /^5 invalid-name A container's key here names files on any system, and "nul" is kept/,
      ) as string,
    ]);
    expect(await problemsOf('shop', 'items.')).toEqual([
      expect.stringContaining('and "items." ends with a dot') as string,
    ]);
  });

  it('may call a container so in the database', async () => {
    const text =
      'version: 1\nname: shop\nsource: { file: a.ndjson, entity: item }\ncontainers:\n  items: { entities: [item], partitionKey: /id, name: aux }\n';
    expect((await readPlanText('plan.yaml', text, { env: {}, lenientTarget: true })).problems).toEqual([]);
  });

  it('is the same with CRLF: its hash, and the places of its problems', async () => {
    const text =
      '# a comment\nversion: 1\nname: shop\ndescription: |\n  two\n  lines\nsource: { file: a.ndjson, entity: item }\ntransforms:\n  - remove: [/a]\n  - set:\n      /note: >-\n        folded\n        text\ncontainers:\n  items: { entities: [item], partitionKey: /id }\n';
    const options = { env: {}, lenientTarget: true };
    const [lf, crlf] = [
      await readPlanText('plan.yaml', text, options),
      await readPlanText('plan.yaml', text.replaceAll('\n', '\r\n'), options),
    ];
    expect(crlf.problems).toEqual([]);
    expect(crlf.plan!.hash).toBe(lf.plan!.hash);
    const wrong = text.replace('remove', 'remvoe');
    const [first, second] = [
      await readPlanText('plan.yaml', wrong, options),
      await readPlanText('plan.yaml', wrong.replaceAll('\n', '\r\n'), options),
    ];
    expect(first.problems).toHaveLength(1);
    expect(second.problems).toEqual(first.problems);
  });
});
