// Does the layout hold, and would the walk over the imports notice if it did not?
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseModules, readModules } from './modules.ts';
import { RULES } from './rules.ts';

const project = readModules(resolve(import.meta.dirname, '../..'), ['src', 'transforms']);

describe('the project', () => {
  it('is found by the walk, imports included', () => {
    expect(project.filter((module) => module.imports.length > 0).length).toBeGreaterThan(0);
  });

  it.each(RULES)('$name', ({ problemsOf }) => {
    expect(problemsOf(project)).toEqual([]);
  });
});

describe.each<{ rule: string; refused: readonly Example[]; allowed: readonly Example[] }>([
  {
    rule: 'every file has its place in the layout',
    refused: [
      ['src/utils/strings.ts', ''],
      ['src/plan/helpers/text.ts', ''],
      ['src/plan/types.ts', ''],
      ['src/constants.ts', ''],
      ['transforms/constants.ts', ''],
      ['src/engine/loop.ts', ''],
      ['src/main.ts', ''],
    ],
    allowed: [
      ['src/cli.ts', ''],
      ['src/exit-status.ts', ''],
      ['src/source/parse/ndjson.ts', ''],
      ['transforms/type.ts', ''],
    ],
  },
  {
    rule: 'no file is longer than 300 lines',
    refused: [['src/run.ts', '//\n'.repeat(301)]],
    allowed: [['src/run.ts', '//\n'.repeat(300)]],
  },
  {
    rule: 'imports follow the way of the data',
    refused: [
      ['src/source/file.ts', `import { write } from '../sink/folder.ts';`],
      ['src/source/file.ts', `import type { Folder } from '../sink/folder.ts';`],
      ['src/source/file.ts', `import { read } from '../plan/read.ts';`],
      ['src/source/file.ts', `import { read, type Plan } from '../plan/read.ts';`],
      ['src/source/file.ts', `await import('../sink/folder.ts');`],
      ['src/source/file.ts', `export * from '../sink/folder.ts';`],
      ['src/source/file.ts', `import '../sink/folder.ts';`],
      ['src/source/file.ts', `import { run } from '../run.ts';`],
      ['src/container/bulk.ts', `import { sink } from '../sink/embedded.ts';`],
      ['src/document/path.ts', `import type { Plan } from '../plan/plan.ts';`],
      ['src/transform/chain.ts', `import { rename } from '../../transforms/rename.ts';`],
      ['src/plan/compile.ts', `import { chain } from '../transform/chain.ts';`],
      ['src/run.ts', `import { rehearse } from './commands/rehearse.ts';`],
      ['src/commands/run.ts', `import { main } from '../cli.ts';`],
      ['src/index.ts', `import { rehearse } from './commands/rehearse.ts';`],
      ['src/errors.ts', `import { read } from './plan/read.ts';`],
      ['src/errors.ts', `import { print } from './document/print.ts';`],
      ['src/run.ts', `import { generate } from '../bench/generate.ts';`],
      ['src/run.ts', `import { fixture } from '../test/plan/fixture.ts';`],
    ],
    allowed: [
      ['src/cli.ts', `import { rehearse } from './commands/rehearse.ts'; import { EXIT } from './exit-status.ts';`],
      ['src/commands/check.ts', `import { read } from '../plan/read.ts'; import { run } from '../run.ts';`],
      ['src/run.ts', `import { read } from './source/file.ts'; import { write } from './sink/folder.ts';`],
      ['src/source/file.ts', `import { parse } from './parse/ndjson.ts'; import { BrokenRun } from '../errors.ts';`],
      [
        'src/source/file.ts',
        `import type { Plan } from '../plan/plan.ts'; import { path } from '../document/path.ts';`,
      ],
      ['src/sink/embedded.ts', `import { Container } from '../container/container.ts';`],
      ['src/transform/registry.ts', `import * as steps from '../../transforms/index.ts';`],
      ['src/plan/compile.ts', `import { registry } from '../transform/registry.ts';`],
      ['src/errors.ts', `import type { Position } from './document/position.ts';`],
      ['src/cli.ts', `import manifest from '../package.json' with { type: 'json' };`],
      ['src/transform/script.ts', `await import(file);`],
    ],
  },
  {
    rule: 'a step stands on the contract alone',
    refused: [
      ['transforms/id.ts', `import { createHash } from 'node:crypto';`],
      ['transforms/id.ts', `import type { Hash } from 'node:crypto';`],
      ['transforms/id.ts', `import { parse } from 'yaml';`],
      ['transforms/id.ts', `import { chain } from '../src/transform/chain.ts';`],
      ['transforms/id.ts', `import { split } from './split.ts';`],
      ['transforms/id.ts', `import { sort } from './split/sort.ts';`],
      ['transforms/split/sort.ts', `import { id } from '../id.ts';`],
    ],
    allowed: [
      ['transforms/id.ts', `import { template } from '../src/document/template.ts';`],
      ['transforms/id.ts', `import { step } from '../src/transform/step.ts';`],
      ['transforms/id.ts', `import type { Chain } from '../src/transform/chain.ts';`],
      ['transforms/split.ts', `import { sort } from './split/sort.ts';`],
      ['transforms/split/sort.ts', `import { keep } from './keep.ts';`],
      ['transforms/index.ts', `export { split } from './split.ts';`],
    ],
  },
  {
    rule: 'a package is imported in its own corner only',
    refused: [
      ['src/sink/writer.ts', `import { CosmosClient } from '@azure/cosmos';`],
      ['src/source/file.ts', `import { chain } from 'stream-json/assembler.js';`],
      ['src/plan/read.ts', `import type { Command } from 'commander';`],
      ['src/plan/option-value.ts', `import { parse } from '@marcbachmann/cel-js';`],
    ],
    allowed: [
      ['src/sink/cosmos.ts', `import { CosmosClient } from '@azure/cosmos';`],
      ['src/sink/cosmos/writer.ts', `import { CosmosClient } from '@azure/cosmos';`],
      ['src/source/parse/jsonc.ts', `import { parser } from 'stream-json';`],
      ['src/cli.ts', `import { Command } from 'commander';`],
      ['src/commands/run.ts', `import type { Command } from 'commander';`],
      ['src/plan/read.ts', `import { parseDocument } from 'yaml';`],
    ],
  },
])('the rule "$rule"', ({ rule, refused, allowed }) => {
  it.each(refused)('refuses in %s: %s', (path, text) => {
    expect(problems(rule, { [path]: text })).toEqual([expect.stringContaining(path)]);
  });

  it.each(allowed)('allows in %s: %s', (path, text) => {
    expect(problems(rule, { [path]: text })).toEqual([]);
  });
});

describe('the rule "no file imports itself by a detour"', () => {
  const rule = 'no file imports itself by a detour';

  it('names the files of a cycle in order', () => {
    const found = problems(rule, {
      'src/plan/entry.ts': `import { a } from './a.ts';`,
      'src/plan/a.ts': `import { b } from './b.ts';`,
      'src/plan/b.ts': `import { c } from './c.ts';`,
      'src/plan/c.ts': `import { a } from './a.ts';`,
    });
    expect(found).toEqual(['src/plan/a.ts → src/plan/b.ts → src/plan/c.ts → src/plan/a.ts']);
  });

  it('counts types between folders, and a file that imports itself', () => {
    const found = problems(rule, {
      'src/plan/a.ts': `import { b } from '../transform/b.ts';`,
      'src/transform/b.ts': `import type { A } from '../plan/a.ts';`,
      'src/run.ts': `import { run } from './run.ts';`,
    });
    expect(found).toEqual(['src/plan/a.ts → src/transform/b.ts → src/plan/a.ts', 'src/run.ts → src/run.ts']);
  });

  it('lets a file and its helper in one folder name each other’s types', () => {
    const found = problems(rule, {
      'src/plan/a.ts': `import { b } from './b.ts';`,
      'src/plan/b.ts': `import type { A } from './a.ts';`,
    });
    expect(found).toEqual([]);
  });

  it('lets two files meet in a third', () => {
    const found = problems(rule, {
      'src/plan/a.ts': `import { c } from './c.ts';`,
      'src/plan/b.ts': `import { c } from './c.ts'; import { a } from './a.ts';`,
      'src/plan/c.ts': '',
    });
    expect(found).toEqual([]);
  });
});

type Example = readonly [path: string, text: string];

function problems(rule: string, texts: Readonly<Record<string, string>>): string[] {
  return RULES.find(({ name }) => name === rule)!.problemsOf(parseModules(texts));
}
