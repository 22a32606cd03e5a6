// When does a run write into files? Every way that node:fs has for it meets the fault point before it is carried out.
import fs from 'node:fs';
import { open } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { deedsOf } from './deeds.ts';
import type { FaultPoint } from './fault-point.ts';

type Method = (this: unknown, ...parameters: unknown[]) => unknown;
type Callback = (error: Error | null, ...results: unknown[]) => void;

export function watchFiles(point: FaultPoint, folder: string): void {
  const { deeds, opened } = deedsOf(folder);
  const functions = fs as unknown as Record<string, Method>;
  const promised = fs.promises as unknown as Record<string, Method>;
  for (const [name, deedOf] of Object.entries(deeds)) {
    watch(functions, `${name}Sync`, settled);
    watch(functions, name, calledBack);
    watch(promised, name, awaited);

    function watch(methods: Record<string, Method>, key: string, around: Around): void {
      const original = methods[key];
      if (original !== undefined) methods[key] = around(original, deedOf);
    }
  }
  watchHandles();
  syncBuiltinESMExports();

  type DeedOf = (typeof deeds)[string];
  type Around = (original: Method, deedOf: DeedOf) => Method;

  function settled(original: Method, deedOf: DeedOf): Method {
    return function (...parameters) {
      const deed = deedOf(parameters);
      const verdict = deed === undefined ? undefined : point.meet(deed);
      if (verdict?.kind === 'fail') throw verdict.error;
      if (verdict?.kind === 'half') return verdict.bytes;
      const result = original.apply(this, parameters);
      if (deed?.act === 'open') opened(result, deed.path);
      return result;
    };
  }

  function calledBack(original: Method, deedOf: DeedOf): Method {
    return function (...parameters) {
      const callback = parameters.at(-1) as Callback;
      const rest = parameters.slice(0, -1);
      const deed = deedOf(rest);
      const verdict = deed === undefined ? undefined : point.meet(deed);
      if (verdict?.kind === 'fail') return void setImmediate(callback, verdict.error);
      if (verdict?.kind === 'half') return void setImmediate(callback, null, verdict.bytes, rest[1]);
      return original.call(this, ...rest, (error: Error | null, ...results: unknown[]) => {
        if (error === null && deed?.act === 'open') opened(results[0], deed.path);
        callback(error, ...results);
      });
    };
  }

  function awaited(original: Method, deedOf: DeedOf): Method {
    return async function (...parameters) {
      const deed = deedOf(parameters);
      const verdict = deed === undefined ? undefined : point.meet(deed);
      if (verdict?.kind === 'fail') throw verdict.error;
      if (verdict?.kind === 'half') return { bytesWritten: verdict.bytes, buffer: parameters[1] };
      const result = await original.apply(this, parameters);
      if (deed?.act === 'open') opened((result as fs.promises.FileHandle).fd, deed.path);
      return result;
    };
  }

  /** Methods of an open file are those of its descriptor. */
  function watchHandles(): void {
    const methods = handlePrototype();
    for (const name of ['write', 'writev', 'writeFile', 'appendFile', 'truncate', 'sync', 'datasync', 'close']) {
      const deedOf = deeds[HANDLE_NAMES[name] ?? name]!;
      const original = methods[name]!;
      methods[name] = function (...parameters) {
        const handle = this as fs.promises.FileHandle;
        const onHandle: Method = (_descriptor, ...rest) => original.apply(handle, rest);
        return awaited(onHandle, deedOf)(handle.fd, ...parameters);
      };
    }
  }
}

const HANDLE_NAMES: Readonly<Record<string, string>> = { truncate: 'ftruncate', sync: 'fsync', datasync: 'fdatasync' };

const file = await open(new URL(import.meta.url), 'r');
await file.close();

function handlePrototype(): Record<string, Method> {
  return Object.getPrototypeOf(file) as Record<string, Method>;
}
