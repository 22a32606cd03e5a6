/** What does a code of findings and rejects mean? */
import { CODES } from '../../report/codes.ts';
import { CONTAINER_CODES } from '../../report/codes/container-codes.ts';
import { DATA_CODES } from '../../report/codes/data-codes.ts';
import type { CodeExample } from './code-example.ts';
import { DATA_EXAMPLES } from './data-examples.ts';
import type { Explanation, Group } from './explanation.ts';
import { ITEM_EXAMPLES } from './item-examples.ts';
import { KEY_EXAMPLES } from './key-examples.ts';
import { STEP_EXAMPLES } from './step-examples.ts';
import { TEMPLATE_EXAMPLES } from './template-examples.ts';

export const CODE_EXAMPLES: Readonly<Record<string, CodeExample>> = {
  ...KEY_EXAMPLES,
  ...ITEM_EXAMPLES,
  ...DATA_EXAMPLES,
  ...TEMPLATE_EXAMPLES,
  ...STEP_EXAMPLES,
};

export function explainCode(code: string): Explanation | undefined {
  const info = CODES[code];
  if (info === undefined) return undefined;
  const { severity, status, title, explanation, advice } = info;
  const example = CODE_EXAMPLES[code];
  return {
    name: code,
    group: groupOf(code),
    severity,
    ...(status !== undefined && { status }),
    title,
    meaning: explanation,
    ...(example && { example: shownOf(example) }),
    advice,
    ...(example?.mend !== undefined && { mend: example.mend }),
    ...(example?.service && { service: example.service }),
  };
}

function groupOf(code: string): Group {
  if (code in CONTAINER_CODES) return 'Documents and containers';
  return code in DATA_CODES ? 'The data' : 'Steps';
}

function shownOf({ data, plan, says }: CodeExample): NonNullable<Explanation['example']> {
  return { data, plan, ...(says !== undefined && { says }) };
}
