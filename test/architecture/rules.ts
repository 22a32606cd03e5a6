// What may a file be called, how long may it be, and whom may it import?
import { posix } from 'node:path';
import type { Import, Module } from './modules.ts';

export interface Rule {
  readonly name: string;
  readonly problemsOf: (modules: readonly Module[]) => string[];
}

export const RULES: readonly Rule[] = [
  { name: 'every file has its place in the layout', problemsOf: (modules) => modules.flatMap(layoutProblems) },
  { name: 'no file is longer than 300 lines', problemsOf: (modules) => modules.flatMap(lengthProblems) },
  { name: 'imports follow the way of the data', problemsOf: (modules) => modules.flatMap(directionProblems) },
  { name: 'a step stands on the contract alone', problemsOf: (modules) => modules.flatMap(stepProblems) },
  { name: 'a package is imported in its own corner only', problemsOf: (modules) => modules.flatMap(packageProblems) },
  { name: 'no file imports itself by a detour', problemsOf: cycles },
];

const STATIONS = [
  'source',
  'transform',
  'container',
  'sink',
  'state',
  'report',
  'plan',
  'expression',
  'serve',
  'scale',
];
const SHARED = ['errors', 'exit-status', 'folders', 'renamed-file', 'reopened-file'];

/** Whom each place in src/ may import, apart from its own folder; `cli → commands → run → stations → document`. */
const BELOW: Readonly<Record<string, readonly string[]>> = {
  cli: ['commands', 'run', ...STATIONS, 'document', ...SHARED],
  index: ['run', ...STATIONS, 'document', ...SHARED],
  commands: ['run', ...STATIONS, 'document', ...SHARED],
  run: [...STATIONS, 'document', ...SHARED],
  ...Object.fromEntries(STATIONS.map((station) => [station, ['document', ...SHARED]])),
  document: SHARED,
  errors: ['exit-status'],
  'exit-status': [],
  folders: [],
  'renamed-file': [],
  'reopened-file': ['errors'],
};

/** Neighbours that two stations have beyond `document`, each for a reason. */
const NEIGHBOURS: readonly { readonly from: RegExp; readonly to: RegExp; readonly typesOnly?: true }[] = [
  // The plan is what every station is told to do.
  { from: new RegExp(`^src/(${STATIONS.join('|')})/`), to: /^src\/plan\//, typesOnly: true },
  // What somebody meant is guessed in one way everywhere.
  { from: /^src\/source\//, to: /^src\/plan\/suggestion\.ts$/ },
  // The embedded sink stands on the embedded container.
  { from: /^src\/sink\//, to: /^src\/container\// },
  // The server puts the embedded container behind a protocol.
  { from: /^src\/serve\//, to: /^src\/container\// },
  // The registry is the one importer of the steps; a plan is read against it and against the contract of a step.
  { from: /^src\/transform\/registry\.ts$/, to: /^transforms\// },
  { from: /^src\/plan\//, to: /^src\/transform\/(contest|files|gathering|reference|registry|step)\.ts$/ },
  // Expressions are read with the plan; steps get them ready to work, by the contract in document/.
  { from: /^src\/plan\//, to: /^src\/expression\// },
  // Values in document/ are named in errors.
  { from: /^src\/errors\.ts$/, to: /^src\/document\//, typesOnly: true },
];

const CORNERS: readonly { readonly name: string; readonly corner: RegExp; readonly where: string }[] = [
  { name: '@azure/cosmos', corner: /^src\/.*cosmos/, where: '*cosmos* files' },
  { name: 'stream-json', corner: /^src\/source\/parse\//, where: 'src/source/parse/' },
  { name: 'ajv', corner: /^src\/plan\/schema\//, where: 'src/plan/schema/' },
  { name: '@marcbachmann/cel-js', corner: /^src\/expression\//, where: 'src/expression/' },
  { name: 'commander', corner: /^src\/(cli\.ts$|commands\/)/, where: 'src/cli.ts and src/commands/' },
];

function layoutProblems({ path }: Module): string[] {
  const segments = path.split('/');
  const refused = segments.find((segment) => /^(utils?|helpers?|types|constants|common|misc)(\.ts)?$/.test(segment));
  if (refused !== undefined) return [`${path}: "${refused}" says nothing; name the file after the question it answers`];
  if (path.startsWith('transforms/') || placeOf(path) in BELOW) return [];
  return [`${path}: the layout has no such place in src/`];
}

function lengthProblems({ path, lines }: Module): string[] {
  return lines > 300 ? [`${path}: ${lines} lines, at most 300; split it by the questions it answers`] : [];
}

function directionProblems({ path, imports }: Module): string[] {
  if (!path.startsWith('src/')) return [];
  return imports.filter((one) => one.isRelative && !mayImport(path, one)).map((one) => refusal(path, one));
}

function mayImport(path: string, { target, isType }: Import): boolean {
  if (target === 'package.json') return true;
  const [from, to] = [placeOf(path), placeOf(target)];
  if (target.startsWith('src/') && (from === to || BELOW[from]?.includes(to) === true)) return true;
  return NEIGHBOURS.some((pair) => pair.from.test(path) && pair.to.test(target) && (isType || pair.typesOnly !== true));
}

/** `src/plan/read.ts` → plan, `src/run.ts` → run. */
function placeOf(path: string): string {
  return (path.split('/')[1] ?? path).replace(/\.ts$/, '');
}

function stepProblems({ path, imports }: Module): string[] {
  if (!path.startsWith('transforms/')) return [];
  return imports.filter((one) => !stepMayImport(path, one)).map((one) => refusal(path, one));
}

/** A step that needs several files keeps them in a folder of its own name: `split.ts`, `split/sort.ts`. */
function stepMayImport(path: string, { target, isRelative, isType }: Import): boolean {
  if (!isRelative) return false;
  if (target.startsWith('src/')) {
    return isType || target.startsWith('src/document/') || target === 'src/transform/step.ts';
  }
  if (path === 'transforms/index.ts') return /^transforms\/[^/]+$/.test(target);
  const folder = posix.dirname(path);
  return target.startsWith(`${folder === 'transforms' ? path.replace(/\.ts$/, '') : folder}/`);
}

function packageProblems({ path, imports }: Module): string[] {
  return CORNERS.flatMap(({ name, corner, where }) =>
    imports
      .filter(({ target }) => (target === name || target.startsWith(`${name}/`)) && !corner.test(path))
      .map(({ target }) => `${path} imports ${target}, which belongs in ${where} only`),
  );
}

function refusal(path: string, { target, isType }: Import): string {
  return `${path} may not import ${isType ? 'types of ' : ''}${target}`;
}

/**
 * Depth first; a file met again while it is still being followed closes a cycle. Types count, since they tangle as
 * well; only within one folder a file and its helper may name each other's types.
 */
function cycles(modules: readonly Module[]): string[] {
  const byPath = new Map(modules.map((module) => [module.path, module]));
  const finished = new Set<string>();
  const found: string[] = [];
  const follow = (path: string, trail: readonly string[]): void => {
    const at = trail.indexOf(path);
    if (at >= 0) found.push([...trail.slice(at), path].join(' → '));
    if (at >= 0 || finished.has(path)) return;
    for (const { target, isType } of byPath.get(path)?.imports ?? []) {
      const isNeighbour = posix.dirname(target) === posix.dirname(path);
      if (byPath.has(target) && !(isType && isNeighbour)) follow(target, [...trail, path]);
    }
    finished.add(path);
  };
  for (const { path } of modules) follow(path, []);
  return found;
}
