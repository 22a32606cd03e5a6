/** What does a split certainly do to the document that it works on? */
import { besidePath } from '../../src/document/path.ts';
import type { OptionsOf, StepEffect } from '../../src/transform/step.ts';
import type { options } from './options.ts';

export function effects({ path, link = [], keep, count }: OptionsOf<typeof options>): readonly StepEffect[] {
  const beside = [keep?.as, count].filter((name) => name !== undefined);
  return [
    {
      reads: [path, ...link.map(({ value }) => value)],
      removes: [path],
      writes: beside.map((name) => besidePath(path, name)),
    },
  ];
}
