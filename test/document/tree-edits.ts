// What the plan language says about writing at paths, done on plain trees.
import { cloned, memberOf, scalar, type Tree } from './json-tree.ts';

/** A segment of a path: a name that is always a key, a number (an index in arrays, a key in objects), or each element. */
export type Step = string | number | typeof EACH;
export const EACH = Symbol('*');

/** The path as a plan would write it. */
export function pathText(steps: readonly Step[]): string {
  if (steps.length === 0) return '/';
  return steps
    .map((step) => `/${typeof step === 'string' ? JSON.stringify(step) : step === EACH ? '*' : step}`)
    .join('');
}

export function readAll(tree: Tree, steps: readonly Step[]): Tree[] {
  const [step, ...rest] = steps;
  if (step === undefined) return [tree];
  if (step === EACH) return tree.kind === 'array' ? tree.elements.flatMap((element) => readAll(element, rest)) : [];
  const child = childOf(tree, step);
  return child === undefined ? [] : readAll(child, rest);
}

/** Whether the write went well; what it has changed before it did not is undefined. */
export function write(tree: Tree, steps: readonly Step[], value: Tree): boolean {
  const [step, ...rest] = steps;
  if (step === undefined) throw new Error('The document itself is not written.');
  if (step === EACH) {
    if (tree.kind !== 'array') return true;
    if (rest.length > 0) return tree.elements.every((element) => write(element, rest, value));
    tree.elements.forEach((_, i) => (tree.elements[i] = cloned(value)));
    return true;
  }
  // Nothing can be an element of what is not there, so that before a star nothing is made and nothing is wrong.
  if (rest.includes(EACH)) {
    const child = tree.kind === 'scalar' ? undefined : childOf(tree, step);
    return child === undefined || write(child, rest, value);
  }
  if (tree.kind === 'scalar') return false;
  if (tree.kind === 'array') {
    if (typeof step === 'string' || step >= tree.elements.length) return false;
    if (rest.length > 0) return write(tree.elements[step]!, rest, value);
    tree.elements[step] = cloned(value);
    return true;
  }
  const name = String(step);
  const found = memberOf(tree, name);
  if (rest.length === 0) {
    if (found === undefined) tree.members.push({ name, source: JSON.stringify(name), value: cloned(value) });
    else {
      found.value = cloned(value);
      drop(tree.members, (member) => member.name === name && member !== found);
    }
    return true;
  }
  if (found !== undefined) return write(found.value, rest, value);
  const made: Tree = { kind: 'object', members: [] };
  tree.members.push({ name, source: JSON.stringify(name), value: made });
  return write(made, rest, value);
}

/** How many values went, also below each of a repeated key. */
export function remove(tree: Tree, steps: readonly Step[]): number {
  const [step, ...rest] = steps;
  if (step === undefined) throw new Error('The document itself is not removed.');
  if (rest.length > 0) return eachAt(tree, step).reduce((sum, child) => sum + remove(child, rest), 0);
  if (tree.kind === 'object' && step !== EACH) return drop(tree.members, ({ name }) => name === String(step));
  if (tree.kind !== 'array' || typeof step === 'string') return 0;
  if (step !== EACH) return tree.elements.splice(step, 1).length;
  return tree.elements.splice(0).length;
}

/** Puts `next` of each value in its place, also of each of a repeated key; makes nothing. */
export function replace(tree: Tree, steps: readonly Step[], next: (old: Tree) => Tree): void {
  const [step, ...rest] = steps;
  if (step === undefined) throw new Error('The document itself is not replaced.');
  if (rest.length > 0) for (const child of eachAt(tree, step)) replace(child, rest, next);
  else if (tree.kind === 'array' && typeof step !== 'string') {
    const places = step === EACH ? [...tree.elements.keys()] : [step];
    for (const i of places) if (i < tree.elements.length) tree.elements[i] = next(tree.elements[i]!);
  } else if (tree.kind === 'object' && step !== EACH) {
    for (const member of tree.members) if (member.name === String(step)) member.value = next(member.value);
  }
}

/** Where a read takes the last of a repeated key, what changes or takes away means each of them. */
function eachAt(tree: Tree, step: Step): Tree[] {
  if (tree.kind !== 'object' || step === EACH) return readAll(tree, [step]);
  return tree.members.filter(({ name }) => name === String(step)).map(({ value }) => value);
}

/** A number becomes the string of its digits, as written. */
export function quotedNumber(tree: Tree): Tree {
  return tree.kind === 'scalar' && /^[-\d]/.test(tree.source) ? scalar(`"${tree.source}"`) : tree;
}

function childOf(tree: Tree, step: string | number): Tree | undefined {
  if (tree.kind === 'object') return memberOf(tree, String(step))?.value;
  return tree.kind === 'array' && typeof step === 'number' ? tree.elements[step] : undefined;
}

function drop<Item>(items: Item[], isGone: (item: Item) => boolean): number {
  const before = items.length;
  items.splice(0, before, ...items.filter((item) => !isGone(item)));
  return before - items.length;
}
