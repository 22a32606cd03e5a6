// How does the runtime say that a disk is full or broken? As the operating system, or as SQLite.
import type { Act } from '../fault.ts';

export function failure(code: 'ENOSPC' | 'EIO', act: Act, path: string): Error {
  if (act === 'statement' || act === 'commit') return databaseError(code);
  const [errno, text] = SYSTEM[code];
  const syscall = act === 'write file' ? 'write' : act === 'sync' ? 'fsync' : act === 'remove' ? 'unlink' : act;
  return Object.assign(new Error(`${code}: ${text}, ${syscall}`), {
    errno,
    code,
    syscall,
    // The runtime knows descriptors, not names, once a file is open.
    ...(act === 'open' || act === 'rename' || act === 'remove' ? { path } : {}),
  });
}

const SYSTEM = {
  ENOSPC: [-28, 'no space left on device'],
  EIO: [-5, 'i/o error'],
} as const;

function databaseError(code: 'ENOSPC' | 'EIO'): Error {
  const [errcode, errstr] = code === 'ENOSPC' ? [13, 'database or disk is full'] : [10, 'disk I/O error'];
  return Object.assign(new Error(errstr), { code: 'ERR_SQLITE_ERROR', errcode, errstr });
}
