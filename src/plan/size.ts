/** How many bytes does a size of the plan mean? A number of bytes, or a text like `64mb`. */
import { wrong } from './expect.ts';
import type { PlanNode } from './node.ts';
import { described } from './node.ts';
import type { Problems } from './problem.ts';

/** As the service counts: 2 MB are 2,097,152 bytes. */
const UNITS: Readonly<Record<string, number>> = { '': 1, b: 1, kb: 1024, mb: 1024 ** 2, gb: 1024 ** 3 };

export const SIZE_PATTERN = '^\\d+(\\.\\d+)? ?([kKmMgG]?[bB])?$';

export function readSize(node: PlanNode, what: string, maximum: number, problems: Problems): number | undefined {
  const bytes = bytesOf(node);
  if (bytes === undefined) return wrong(node, what, 'a size like 500kb or 64mb', problems);
  if (bytes >= 1 && bytes <= maximum) return bytes;
  problems.error(
    node.offset,
    'invalid-value',
    `${what} has to be from 1 byte to ${maximum / 1024 ** 2} MB, found ${described(node)}.`,
  );
  return undefined;
}

function bytesOf(node: PlanNode): number | undefined {
  if (node.kind === 'number') return Math.floor(node.value);
  if (node.kind !== 'text') return undefined;
  const found = /^(\d+(?:\.\d+)?) ?([kmg]?b)?$/i.exec(node.text);
  return found === null ? undefined : Math.floor(Number(found[1]) * UNITS[(found[2] ?? '').toLowerCase()]!);
}
