import { describe, expect, it } from 'vitest';
import { FILTER_NAMES } from '../../src/document/filters.ts';
import { TemplateError } from '../../src/document/template.ts';
import { parseParts } from '../../src/document/template-parts.ts';

function problemOf(text: string, scopes: readonly string[] = []): TemplateError {
  try {
    parseParts(text, scopes);
  } catch (error) {
    if (error instanceof TemplateError) return error;
    throw error;
  }
  throw new Error(`${text} was accepted`);
}

describe('the text of a template is refused', () => {
  it.each([
    ['{', 'a lone "{"'],
    ['}', 'a lone "}"'],
    ['a}b', 'a lone "}"'],
    ['{/a', 'a lone "{"'],
    ['{/a{/b}}', 'a lone "{"'],
    ['{{/a}', 'a lone "}"'],
    ['{/a}}', 'a lone "}"'],
    ['{/"a}', 'a lone "{"'],
    ['{}', '{} names no path'],
    ['{ }', '{} names no path'],
    ['{|lower}', '{} names no path'],
    ['{name}', '{name} has no slash; write {/name} for the property or {{name}} for the text itself'],
    ['{a/b}', '{a/b}: a path starts with "/", found "a"'],
    ['{#}', '{#} has no slash'],
    ['{parent/id}', '{parent/id}: a path starts with "/"'],
    ['{/}', '{/} is a whole document, which is no text'],
    ['{//a}', 'empty segment'],
    ['{/a/}', 'empty segment'],
    ['{/a?b}', '"?" ends a path'],
    ['{/a??}', '"?" ends a path'],
    ['{/a|}', 'unknown filter ""'],
    ['{/a|lowr}', 'unknown filter "lowr" in {/a|lowr}; filters are year month day'],
    ['{/a|LOWER}', 'unknown filter "LOWER"'],
    ['{/a|pad}', '"pad" in {/a|pad} takes a whole number from 1 to 1023'],
    ['{/a|pad 0}', 'whole number from 1 to 1023'],
    ['{/a|pad x}', 'whole number from 1 to 1023'],
    ['{/a|pad 8 9}', 'whole number from 1 to 1023'],
    ['{/a|pad 1024}', 'whole number from 1 to 1023'],
    ['{/a|hash 0}', 'whole number from 1 to 64'],
    ['{/a|hash 65}', 'whole number from 1 to 64'],
    ['{/a|lower 2}', '"lower" in {/a|lower 2} takes nothing behind it'],
    ['{/a|first}', 'its path needs a "*"'],
  ])('%s: %s', (text, problem) => {
    expect(problemOf(text).message).toContain(problem);
  });

  it('with the words that could be meant', () => {
    expect(problemOf('{/a|lowr}')).toMatchObject({ word: 'lowr', choices: FILTER_NAMES });
    expect(problemOf('{paren/id}', ['parent', '^'])).toMatchObject({ word: 'paren', choices: ['parent', '^'] });
    expect(problemOf('{shrad}', ['shard'])).toMatchObject({ word: 'shrad', choices: ['shard'] });
    expect(problemOf('{paren/id}', ['parent', '^']).message).toContain('known here beside paths: {parent/…} {^/…}');
  });

  it('where a name of the step lacks its path, or a count is taken for several values or a time', () => {
    expect(problemOf('{parent}', ['parent']).message).toBe('{parent} names no path; write {parent/name}');
    expect(problemOf('{parent/}', ['parent']).message).toContain('is a whole document');
    expect(problemOf('{#|first}', ['#']).message).toContain('needs a "*"');
    expect(problemOf('{#|day}', ['#']).message).toContain('takes a time, and {#} is a number');
  });
});
