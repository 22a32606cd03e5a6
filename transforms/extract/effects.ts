/** What does extracting certainly do to the document that holds the objects? */
import { besidePath } from '../../src/document/path.ts';
import type { StepEffect } from '../../src/transform/step.ts';
import type { Options } from './options.ts';

export function effects({ path, replaceWith }: Options): readonly StepEffect[] {
  if (replaceWith === undefined || 'text' in replaceWith) return [{ reads: [path] }];
  return [{ reads: [path], removes: [path], writes: replaceWith.map(({ key }) => besidePath(path, key)) }];
}
