/** What does a split certainly do to the document that it works on? */
import { keyOf } from '../../src/document/key.ts';
import type { Path } from '../../src/document/path.ts';
import type { OptionsOf, StepEffect } from '../../src/transform/step.ts';
import type { options } from './options.ts';

export function effects({ path, link = [], keep, count }: OptionsOf<typeof options>): readonly StepEffect[] {
  const beside = [keep?.as, count].filter((name) => name !== undefined);
  return [
    {
      reads: [path, ...link.map(({ value }) => value)],
      removes: [path],
      writes: beside.map((name) => pathBeside(path, name)),
    },
  ];
}

/** `/a/comments` and `recent` give `/a/recent`. */
function pathBeside({ segments, many }: Path, name: string): Path {
  return { text: name, segments: [...segments.slice(0, -1), { key: keyOf(name), index: -1, each: false }], many };
}
