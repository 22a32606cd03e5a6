/** What if a split would write over a value that is there? Existing values are not overwritten by accident. */
import type { Key } from '../../src/document/key.ts';
import type { Path } from '../../src/document/path.ts';
import { reject, type Rejection } from '../../src/document/rejection.ts';

export function targetExists({ text }: Path, { name }: Key): Rejection {
  return reject(
    'TARGET_EXISTS',
    `split of ${text} would overwrite "${name}", which is there with another value. Choose another name, rename it in an earlier step, or add overwrite: true.`,
    text,
  );
}
