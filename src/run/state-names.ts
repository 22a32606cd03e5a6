/** How does the state call the files of one part of a run? As they lie in the state folder, so that this can be moved. */
import type { Settled } from '../document/settled.ts';

/** @param folder of the part, in the state folder; the part itself names its files in there */
export function inState(folder: string, { files, facts }: Settled): Settled {
  return { files: renamed(Object.entries(files).map(([name, length]) => [`${folder}/${name}`, length])), facts };
}

/** The files of the part among all of the state, by the names that it has for them. */
export function ofPart(folder: string, files: Settled['files']): Settled['files'] {
  const own = Object.entries(files).filter(([name]) => name.startsWith(`${folder}/`));
  return renamed(own.map(([name, length]) => [name.slice(folder.length + 1), length]));
}

function renamed(files: [name: string, length: number][]): Settled['files'] {
  return Object.fromEntries(files);
}
