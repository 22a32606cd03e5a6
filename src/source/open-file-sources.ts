/** Which files does a plan read? Every file is one shard; all are looked for before the first byte is read. */
import { fstatSync } from 'node:fs';
import { glob, stat } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import type { Readable } from 'node:stream';
import type { SourcePlan } from '../plan/plan.ts';
import { fileShard, type FoundFile, streamShard } from './file-shard.ts';
import { sourceError } from './source-error.ts';
import { type Shard, SourceError } from './source.ts';

/**
 * The shards of file sources in the plan's order, the files of a glob in the order of their names.
 * @param input what `-` reads; default: standard input.
 */
export async function openFileSources(
  sources: readonly SourcePlan[],
  planFolder: string,
  input: Readable = process.stdin,
): Promise<Shard[]> {
  const shards: Shard[] = [];
  let inputEntity: string | undefined;
  for (const plan of sources) {
    if (plan.file === '-') {
      if (inputEntity !== undefined) {
        throw new SourceError(
          `-: both ${inputEntity} and ${plan.entity} read standard input, which can be read once.`,
          {
            advice: 'Give one of them a file.',
          },
        );
      }
      if (input === process.stdin && fstatSync(0).isDirectory()) throw folderAsInput();
      inputEntity = plan.entity;
      shards.push(streamShard(shards.length, plan, input));
      continue;
    }
    for (const file of await filesOf(plan.file, planFolder)) {
      shards.push(fileShard(shards.length, plan, file));
    }
  }
  return shards;
}

/** Node reads nothing from it, without a word. */
function folderAsInput(): SourceError {
  return new SourceError('-: standard input is a folder.', {
    advice: 'Give it a file, as in remodel run plan.yaml < posts.ndjson, or name the files in `file`.',
  });
}

async function filesOf(pattern: string, planFolder: string): Promise<FoundFile[]> {
  try {
    // What is there by this very name is meant, also where it has the letters of a pattern.
    return [await found(pattern, planFolder)];
  } catch (error) {
    if (!/[*?[{]/.test(pattern)) throw sourceError(pattern, error);
  }
  const names: string[] = [];
  for await (const entry of glob(pattern, { cwd: planFolder, withFileTypes: false })) names.push(entry);
  const files: FoundFile[] = [];
  for (const name of names.toSorted(byCodeUnit)) {
    try {
      files.push(await found(name, planFolder));
    } catch (error) {
      // A pattern means files; folders beside them are nothing to read.
      if ((error as NodeJS.ErrnoException).code !== 'EISDIR') throw sourceError(name, error);
    }
  }
  if (files.length > 0) return files;
  throw new SourceError(`${pattern}: no file matches this pattern in ${planFolder}.`, {
    advice: 'Correct `file` in the source; patterns are relative to the plan.',
  });
}

async function found(name: string, planFolder: string): Promise<FoundFile> {
  const path = resolve(planFolder, name);
  const status = await stat(path);
  if (status.isDirectory()) throw Object.assign(new Error('a directory'), { code: 'EISDIR' });
  return {
    name: name.replaceAll(sep, '/'),
    path,
    size: status.isFile() ? status.size : undefined,
    isPipe: status.isFIFO(),
  };
}

function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
