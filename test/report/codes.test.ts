// Does the table of codes hold every code that is used, and does each of them help?
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { STEPS_TO_COME } from '../../src/plan/not-available.ts';
import { CODES } from '../../src/report/codes.ts';

const root = resolve(import.meta.dirname, '../..');

it.each(usedCodes())('has %s, which the sources name', (code) => {
  expect(Object.keys(CODES)).toContain(code);
});

describe.each(Object.entries(CODES))('%s', (_code, { title, advice, explanation, severity, status }) => {
  it('has a short title, and whole sentences of advice and explanation', () => {
    expect(title.length).toBeLessThanOrEqual(60);
    expect(title).not.toMatch(/\.$/);
    for (const text of [advice, explanation]) expect(text).toMatch(/^[A-Z][^]{20,}\.$/);
  });

  it('advises no step that is still to come', () => {
    const asStep = STEPS_TO_COME.find((step) =>
      new RegExp(`\\((?:\\w+, )*${step}(?:, \\w+)*\\)|\\b${step}: \\{`).test(advice),
    );
    expect(asStep).toBeUndefined();
  });

  it('is an error where the service refuses', () => {
    expect(status === undefined || severity === 'error').toBe(true);
  });
});

/** Texts in the sources that look like codes and stand where codes stand. */
function usedCodes(): string[] {
  const codes = new Set<string>();
  for (const folder of ['src', 'transforms']) {
    for (const file of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      // The codes in src/plan are those of its YAML parser.
      if (!file.endsWith('.ts') || /^(report.codes|plan)/.test(file)) continue;
      const text = readFileSync(join(root, folder, file), 'utf8');
      for (const [, code] of text.matchAll(/(?:reject\(|note\(|code:|code ===?)\s*'([A-Z]+(?:_[A-Z]+)+)'/g))
        // ERR_… are those of the runtime.
        if (!code!.startsWith('ERR_')) codes.add(code!);
    }
  }
  return [...codes];
}
