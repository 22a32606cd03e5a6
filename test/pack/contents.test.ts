// Does the package hold what it should, and nothing else?
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parse } from 'acorn';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { IS_READY, npm, ROOT, UNREADY } from './npm.ts';

interface Packed {
  readonly path: string;
  readonly mode: number;
}

/** Every file of the package is one of these. */
const BELONGS: readonly RegExp[] = [
  /^(README|CHANGELOG)\.md$/,
  /^LICENSE$/,
  /^package\.json$/,
  /^bin\/(remodel|start)\.cjs$/,
  /^schema\/plan\.schema\.json$/,
  /^docs\/[\w-]+\.md$/,
  /^samples\/README\.md$/,
  /^samples\/[\w-]+\/([\w-]+\/)*[\w.-]+\.(ndjson|jsonl?|ya?ml|md|txt|ts|gz|br|zst)$/,
  // The command, each file of which another one of it imports, or which is the worker.
  /^dist\/command\/[\w-]+\.js$/,
  // The library.
  /^dist\/(src|transforms)\/([\w-]+\/)*[\w-]+\.(js|d\.ts)$/,
];

const packed = IS_READY ? listPacked() : [];
const paths = packed.map(({ path }) => path);

describe.skipIf(!IS_READY)(`the package${UNREADY}`, () => {
  it('holds nothing that does not belong', () => {
    expect(paths.filter((path) => !BELONGS.some((pattern) => pattern.test(path)))).toEqual([]);
    expect(paths.filter((path) => /\.(test|spec)\.|(^|\/)((test|bench|node_modules)\/|\.)/.test(path))).toEqual([]);
  });

  it.each(BELONGS)('holds %s', (pattern) => {
    expect(paths.some((path) => pattern.test(path))).toBe(true);
  });

  it('holds every page of the docs, every sample and what package.json names', () => {
    const pages = readdirSync(join(ROOT, 'docs')).map((name) => `docs/${name}`);
    const samples = readdirSync(join(ROOT, 'samples'))
      .filter((name) => name !== 'README.md')
      .map((name) => `samples/${name}/plan.yaml`);
    const { types, default: main } = manifest.exports['.'];
    const named = [manifest.bin.remodel, types, main].map((path) => posix.normalize(path));
    for (const path of [...pages, ...samples, ...named]) expect(paths).toContain(path);
  });

  it('holds declarations for every module of the library, and no modules of the command', () => {
    const modules = paths.filter((path) => /^dist\/(src|transforms)\/.*\.js$/.test(path));
    expect(modules.filter((path) => !paths.includes(path.replace(/\.js$/, '.d.ts')))).toEqual([]);
    expect(modules.filter((path) => /^dist\/src\/(cli|commands)\b/.test(path))).toEqual([]);
  });

  it('holds every file that its modules import, and no source map that leads nowhere', () => {
    for (const path of paths.filter((one) => /\.(c?js|d\.ts)$/.test(one))) {
      const text = readFileSync(join(ROOT, path), 'utf8');
      expect([path, /sourceMappingURL=(?!data:)(\S+)/.exec(text)?.[1]]).toEqual([path, undefined]);
      for (const to of importsOf(path, text)) {
        const target = posix.join(posix.dirname(path), to);
        const declared = path.endsWith('.d.ts') ? target.replace(/\.ts$/, '.d.ts') : target;
        if (declared === 'package.json') continue;
        expect([path, to, paths.includes(declared)]).toEqual([path, to, true]);
      }
    }
  });

  it('can start: the launcher is executable and begins with #!', () => {
    const launcher = packed.find(({ path }) => path === posix.normalize(manifest.bin.remodel))!;
    expect(launcher.mode & 0o111).toBe(0o111);
    expect(readFileSync(join(ROOT, launcher.path), 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
  });

  it('names no machine', () => {
    const home = new RegExp(String.raw`/(home|Users|root)/\w+/|file:///`);
    for (const path of paths) {
      if (!existsSync(join(ROOT, path)) || /\.(gz|br|zst)$/.test(path)) continue;
      expect([path, home.exec(readFileSync(join(ROOT, path), 'utf8'))?.[0]]).toEqual([path, undefined]);
    }
  });
});

/** Relative ones. What looks like one in a comment of a bundled package is none. */
function importsOf(path: string, text: string): string[] {
  if (path.endsWith('.js')) return importedBy(parse(text, { ecmaVersion: 'latest', sourceType: 'module' }));
  const named = /(?:\bfrom |^import |\bimport\(|\brequire\()['"](\.[^'"]+)['"]/gm;
  return [...text.matchAll(named)].map(([, from]) => from!);
}

function importedBy(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const { source } = node as { readonly source?: { readonly value?: unknown } | null };
  const to = typeof source?.value === 'string' && source.value.startsWith('.') ? [source.value] : [];
  return [...to, ...Object.values(node).flatMap(importedBy)];
}

function listPacked(): readonly Packed[] {
  const { stdout, stderr } = npm(['pack', '--dry-run', '--ignore-scripts', '--json'], ROOT);
  try {
    const answer = JSON.parse(stdout) as
      | readonly { files: readonly Packed[] }[]
      | Record<string, { files: readonly Packed[] }>;
    return Object.values(answer)[0]!.files;
  } catch {
    throw new Error(`npm pack says: ${stdout}${stderr}`);
  }
}
