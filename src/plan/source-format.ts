/** What does the file of a source hold, and which part of it is meant? The keys `format` and `select`. */
import type { Path } from '../document/path.ts';
import { expectChoice } from './expect.ts';
import type { KeySpecs } from './keys.ts';
import type { PlanNode } from './node.ts';
import { readPath } from './path-value.ts';
import { SOURCE_FORMATS, type SourceFormat, type SourcePlan } from './plan.ts';
import type { Problems } from './problem.ts';

export const FORMAT_KEYS: KeySpecs = {
  format: {
    description: `What the file holds when it is not to be detected: ${SOURCE_FORMATS.join(', ')}.`,
    schema: { enum: SOURCE_FORMATS },
  },
  select: {
    description: 'The array inside one large JSON file whose elements are the documents, as a path like /Families.',
    schema: { type: 'string', pattern: '^/' },
  },
};

export function readFormat(
  values: ReadonlyMap<string, PlanNode>,
  problems: Problems,
): Pick<SourcePlan, 'format' | 'select'> {
  const [formatNode, selectNode] = [values.get('format'), values.get('select')];
  const format = formatNode && expectChoice(formatNode, '"format"', SOURCE_FORMATS, problems);
  const select = selectNode && readSelect(selectNode, format, problems);
  return { ...(format && { format }), ...(select && { select }) };
}

function readSelect(node: PlanNode, format: SourceFormat | undefined, problems: Problems): Path | undefined {
  if (format === 'ndjson' || format === 'concatenated') {
    problems.error(
      node.offset,
      'conflicting-options',
      `"select" takes an array out of one JSON value, and "format: ${format}" says that there are many; use the step "split" for an array in each of them.`,
    );
  }
  return readPath(node, '"select"', { root: true }, problems);
}
