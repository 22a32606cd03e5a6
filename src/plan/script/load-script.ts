/** Can a file serve as a script? It is loaded as a module of the runtime, whose default export must be a function. */
import { dirname, extname, relative, sep } from 'node:path';
import type { PlanScript } from '../../transform/files.ts';
import { FileTextError } from '../file-text.ts';
import type { FileContent, FileNeeds, FileProblem } from '../file-needs.ts';
import { called, whileLoading } from './call.ts';
import { importModule } from './import-module.ts';
import { beginLoading, endLoading, SCRIPT_ENDINGS } from './module-hooks.ts';
import { ScriptError } from './script-error.ts';
import { placeInStack } from './script-place.ts';

export async function loadScript(needs: FileNeeds): Promise<FileContent> {
  const { path, name } = needs;
  if (!SCRIPT_ENDINGS.includes(extname(path).toLowerCase()))
    return invalid(`${name}: a script is a file that ends with ${SCRIPT_ENDINGS.join(' ')}.`);
  try {
    needs.textOf(path);
  } catch (error) {
    if (!(error instanceof FileTextError)) throw error;
    const message = `${name} cannot be read: ${error.message}. A path is relative to the plan.`;
    return { problem: { rule: 'unreadable-file', message }, warnings: [] };
  }
  const placeOf = (thrown: unknown): string | undefined => placeBeside(path, thrown);
  try {
    const exported = (await imported(needs, false)).default;
    if (typeof exported !== 'function') return invalid(`${name}: ${NO_FUNCTION}, found ${shown(exported)}.`);
    if (SLOW.includes(Object.prototype.toString.call(exported)))
      return invalid(`${name}: its function is async or a generator, and steps are synchronous. ${WHAT_IT_RETURNS}.`);
    const content: PlanScript = { use: 'script', name, placeOf, call: called(name, exported) };
    return { content, warnings: [] };
  } catch (error) {
    return invalid(`${name} cannot be loaded: ${await whyNotLoaded(needs, error, placeOf)}`);
  }
}

const WHAT_IT_RETURNS = 'It returns a document, a list of documents, or undefined to leave the document out';
const NO_FUNCTION = 'a script says "export default (doc, { entity }) => …"';
/** What functions are that return something to be waited for, or walked. */
const SLOW = ['AsyncFunction', 'GeneratorFunction', 'AsyncGeneratorFunction'].map((kind) => `[object ${kind}]`);

async function imported(needs: FileNeeds, asTypeScript: boolean): Promise<{ readonly default?: unknown }> {
  const address = beginLoading(needs, asTypeScript);
  try {
    return await whileLoading(needs.name, () => importModule(address));
  } finally {
    endLoading(address);
  }
}

async function whyNotLoaded(
  needs: FileNeeds,
  error: unknown,
  placeOf: (thrown: unknown) => string | undefined,
): Promise<string> {
  if (error instanceof ScriptError) return error.message;
  let known = error;
  // Of JavaScript that is none, the runtime does not say where; nothing of it has run.
  if (error instanceof SyntaxError && placeOf(error) === undefined) {
    known = await imported(needs, true).then(
      () => error,
      (again: unknown) => (again instanceof SyntaxError ? again : error),
    );
  }
  const place = placeOf(known);
  const message = known instanceof Error ? known.message : String(known);
  const code = known instanceof Error && 'code' in known ? ADVICE[String(known.code)] : undefined;
  const told = code?.isWhole === true ? '' : `${message.replace(/\.$/, '')}.`;
  return [place === undefined || told === '' ? told : `${place}: ${told}`, code?.advice].filter(Boolean).join(' ');
}

const ADVICE: Readonly<Record<string, { readonly advice: string; readonly isWhole?: true }>> = {
  ERR_MODULE_NOT_FOUND: { advice: 'Install the package in the folder of the plan or above it.' },
  ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX: {
    advice: 'Types are taken away as they stand, so nothing may be written that needs more (enum, namespace).',
  },
  ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING: {
    advice: 'TypeScript below a folder node_modules is not run; move the file out of there, or translate it.',
    isWhole: true,
  },
};

function invalid(message: string): { readonly problem: FileProblem; readonly warnings: readonly FileProblem[] } {
  return { problem: { rule: 'invalid-script', message }, warnings: [] };
}

function shown(exported: unknown): string {
  return exported === undefined ? 'no default export' : `a default export of type ${typeof exported}`;
}

/** Where it was thrown, as seen from the folder of the script. */
function placeBeside(script: string, thrown: unknown): string | undefined {
  const found = placeInStack(thrown);
  return found && relative(dirname(script), found.path).split(sep).join('/') + found.place;
}
