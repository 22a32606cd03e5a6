/** What does a bucket step certainly do to the document that it works on? */
import { besidePath } from '../../src/document/path.ts';
import type { StepEffect } from '../../src/transform/step.ts';
import type { Options } from './options.ts';

export function effects({ path, link = [], keepFirst = false, continuation }: Options): readonly StepEffect[] {
  return [
    {
      reads: [path, ...link.map(({ value }) => value)],
      removes: keepFirst ? [] : [path],
      writes: continuation === undefined ? [] : [besidePath(path, continuation)],
    },
  ];
}
