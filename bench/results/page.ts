/** Where do results stand in the documentation? Each benchmark has its place between two marks. */
import type { BenchmarkName } from '../benchmarks/names.ts';

/** @throws when the page has no such place */
export function withResult(page: string, name: BenchmarkName, markdown: string): string {
  const [begin, end] = [`<!-- results of ${name} -->`, `<!-- end of ${name} -->`];
  const from = page.indexOf(begin);
  const to = page.indexOf(end, from);
  if (from < 0 || to < 0) throw new Error(`The page has no place for ${name}: it needs "${begin}" and "${end}".`);
  return `${page.slice(0, from + begin.length)}\n\n${markdown}\n\n${page.slice(to)}`;
}
