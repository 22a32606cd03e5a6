/**
 * What do the modules of a script consist of? The runtime asks here for each module that a script imports by a path: it
 * is read once, so that what runs is what the plan's hash is over, in every thread, and whatever an earlier plan of this
 * process has loaded from the same place. Packages are the runtime's to find.
 */
import { registerHooks } from 'node:module';
import { extname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { FileNeeds } from '../file-needs.ts';
import { FileTextError } from '../file-text.ts';
import { ScriptError } from './script-error.ts';
import { MARK } from './script-place.ts';

/** How a module is to be understood, by the end of its name. */
const FORMATS: Readonly<Record<string, string>> = {
  '.ts': 'module-typescript',
  '.mts': 'module-typescript',
  '.js': 'module',
  '.mjs': 'module',
  '.json': 'json',
};

export const SCRIPT_ENDINGS: readonly string[] = Object.keys(FORMATS).filter((ending) => ending !== '.json');

interface Loading {
  readonly needs: FileNeeds;
  /** JavaScript is taken for TypeScript, whose parser says where an error stands. */
  readonly asTypeScript: boolean;
  isOver: boolean;
}

const loadings = new Map<string, Loading>();

/** The address of a script; modules are loaded for it until `endLoading`. */
export function beginLoading(needs: FileNeeds, asTypeScript: boolean): string {
  if (loadings.size === 0) registerHooks({ resolve, load });
  const number = String(loadings.size + 1);
  loadings.set(number, { needs, asTypeScript, isOver: false });
  return `${pathToFileURL(needs.path).href}${MARK}${number}`;
}

export function endLoading(address: string): void {
  const loading = loadingOf(address);
  if (loading !== undefined) loading.isOver = true;
}

function loadingOf(address: string | undefined): Loading | undefined {
  const at = address?.indexOf(MARK) ?? -1;
  return at < 0 ? undefined : loadings.get(address!.slice(at + MARK.length));
}

type Resolve = NonNullable<Parameters<typeof registerHooks>[0]['resolve']>;
type Load = NonNullable<Parameters<typeof registerHooks>[0]['load']>;

function resolve(...[specifier, context, next]: Parameters<Resolve>): ReturnType<Resolve> {
  // The script itself, which need not be there any more.
  if (loadingOf(specifier) !== undefined) return { url: specifier, shortCircuit: true };
  const { parentURL } = context;
  const loading = loadingOf(parentURL);
  if (parentURL === undefined || loading === undefined) return next(specifier, context);
  if (loading.isOver) throw new ScriptError(`import("${specifier}") while it runs: import it at the top instead.`);
  if (!/^(\.{0,2}\/|file:)/.test(specifier)) {
    loading.needs.usePackage(specifier);
    return next(specifier, context);
  }
  const url = new URL(specifier, parentURL);
  const mark = parentURL.slice(parentURL.indexOf(MARK));
  return { url: `${url.protocol}//${url.host}${url.pathname}${mark}`, shortCircuit: true };
}

function load(...[address, context, next]: Parameters<Load>): ReturnType<Load> {
  const loading = loadingOf(address);
  if (loading === undefined) return next(address, context);
  const { needs, asTypeScript } = loading;
  const path = fileURLToPath(address.slice(0, address.indexOf(MARK)));
  const format = FORMATS[extname(path).toLowerCase()];
  if (format === undefined)
    throw new ScriptError(`It imports ${path}, and only files that end with ${Object.keys(FORMATS).join(' ')} can be.`);
  try {
    const source = needs.textOf(path);
    return { format: format === 'module' && asTypeScript ? 'module-typescript' : format, source, shortCircuit: true };
  } catch (error) {
    if (!(error instanceof FileTextError) || path === needs.path) throw error;
    const hint = extname(path) === '' ? ' An import names the file with its ending, such as ".ts".' : '';
    throw new ScriptError(`It imports ${path}, which cannot be read: ${error.message}.${hint}`);
  }
}
