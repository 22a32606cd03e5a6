// Does the page of the plan language name every function, and none that is not there?
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FUNCTIONS } from '../../src/expression/functions.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/plan-language.md'), 'utf8');
const part = page.slice(page.indexOf('### Expressions'), page.indexOf('\n## Sources'));
const named = new Set(
  [...part.matchAll(/`([^`]+)`/g)].flatMap(([, code = '']) =>
    [...code.matchAll(/[a-z]+(?:\.[a-z]+(?=`|$))?[A-Za-z_]*/g)].map(([word]) => word),
  ),
);

describe('the documentation of expressions', () => {
  it.each(Object.keys(FUNCTIONS))('names %s', (name) => {
    expect(named).toContain(name.replace(/^\./, ''));
  });
});
