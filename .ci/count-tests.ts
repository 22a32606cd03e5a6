// How many tests passed, failed and were skipped? Read from the runner's own report; the runner's exit status has a say.
import { readFileSync, rmSync } from 'node:fs';

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly unknown[] }[];
}

const [file = '', runnerStatus = '1'] = process.argv.slice(2);
const report = readReport(file);
rmSync(file, { force: true });

const passed = report?.numPassedTests ?? 0;
const skipped = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0);
// A file that cannot even be loaded has no tests to count; it counts as one that failed.
const unloaded = report?.testResults.filter(
  (one) => one.status === 'failed' && one.assertionResults.length === 0,
).length;
let failed = (report?.numFailedTests ?? 0) + (unloaded ?? 0);
// No report, no test, or a failure outside of every test: never to be taken for success.
if (failed === 0 && (runnerStatus !== '0' || passed === 0)) failed = 1;

console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed > 0 ? 1 : 0;

function readReport(path: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Report;
  } catch {
    return undefined;
  }
}
