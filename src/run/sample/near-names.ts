/** Which of the names that are there was probably meant by one that is not? Also where the eye sees no difference. */
import { didYouMean } from '../../plan/suggestion.ts';

/** `; did you mean "/Zip" (the case differs)?`, or nothing. @param pathOf the whole path with a name in its place */
export function meantName(name: string, there: Iterable<string>, pathOf: (name: string) => string): string {
  const names = [...there].filter((one) => one !== name);
  const unseen = names.find((one) => withoutUnseen(one) === withoutUnseen(name));
  if (unseen !== undefined) return `; did you mean ${shown(pathOf(unseen))} (${unseenIn(unseen, name)})?`;
  const alike = names.find((one) => folded(one) === folded(name));
  if (alike !== undefined) return `; did you mean ${shown(pathOf(alike))} (the case differs)?`;
  const joined = names.find((one) => withoutJoints(one) === withoutJoints(name));
  if (joined !== undefined) return `; did you mean ${shown(pathOf(joined))}?`;
  const near = /"(.*)"/.exec(didYouMean(name, names))?.[1];
  return near === undefined ? '' : `; did you mean ${shown(pathOf(JSON.parse(`"${near}"`) as string))}?`;
}

/** Characters that nobody sees, or sees as a blank, or as the same letter. */
const UNSEEN = /[\p{Cf}\p{Cc}\p{Zs}\p{Zl}\p{Zp}\u115F\u1160\u3164\uFFA0]|\u034F/gu;

function withoutUnseen(name: string): string {
  return name.normalize('NFKC').replaceAll(UNSEEN, '');
}

function folded(name: string): string {
  return withoutUnseen(name).toLowerCase();
}

function withoutJoints(name: string): string {
  return folded(name).replaceAll(/[-_.]/g, '');
}

/** What cannot be seen in the name, by its code point. */
function unseenIn(there: string, meant: string): string {
  const [character] = [...there.matchAll(UNSEEN)].map(([one]) => one);
  if (character === undefined)
    return there.normalize('NFKC') === meant ? 'letters composed otherwise' : 'written otherwise';
  const point = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
  return `with the character U+${point}, which is not seen`;
}

/** In quotes, what is not seen as an escape. */
function shown(path: string): string {
  const escaped = JSON.stringify(path).replaceAll(UNSEEN, (one) =>
    one === ' '
      ? one
      : [...Array(one.length).keys()].map((i) => `\\u${one.charCodeAt(i).toString(16).padStart(4, '0')}`).join(''),
  );
  return escaped;
}
