/** How is it told to machines whether the examples of a plan come out? Values are as they are written, digits and all. */
import type { ExampleResult } from './example-result.ts';
import { RawJson, rawJsonText } from './raw-json.ts';

export function examplesJson(results: readonly ExampleResult[]): string {
  const passed = results.filter((result) => result.passed).length;
  const examples = results.map(({ name, passed: isPassed, differences, rejections, notRejected }) => ({
    name,
    passed: isPassed,
    differences: differences.map(({ expected, found, ...place }) => ({
      ...place,
      expected: raw(expected),
      found: raw(found),
    })),
    rejections: rejections.map(({ isExpected, ...rejection }) => ({ ...rejection, expected: isExpected })),
    notRejected,
  }));
  return `${rawJsonText({ formatVersion: 1, examples, passed, failed: results.length - passed })}\n`;
}

function raw(text: string | undefined): RawJson | undefined {
  return text === undefined ? undefined : new RawJson(text);
}
