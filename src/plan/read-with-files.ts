/** What does a plan mean with the files that belong to it? Its first reading asks for them, the second one has them. */
import type { PlanMap } from './node.ts';
import { type ReadRoot, readRoot, type RootSetting } from './root.ts';

export async function readWithFiles(root: PlanMap, setting: RootSetting): Promise<ReadRoot> {
  const read = readRoot(root, setting);
  if (!setting.files.areAwaited) return read;
  await setting.files.read();
  return readRoot(root, setting);
}
