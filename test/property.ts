// Checks properties on random inputs; a failure prints its seed, and SEED=<number> runs the same inputs again.
import * as fc from 'fast-check';

const SEED = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);

/** A failure is made smaller for no longer than this, so that it is printed with its seed before the test's own time is up. */
const TIME_LIMIT = 40_000;

export function holds<Inputs>(property: fc.IProperty<Inputs>, numRuns: number): void {
  fc.assert(property, { seed: SEED, numRuns });
}

export async function holdsAsync<Inputs>(property: fc.IAsyncProperty<Inputs>, numRuns: number): Promise<void> {
  await fc.assert(property, { seed: SEED, numRuns, interruptAfterTimeLimit: TIME_LIMIT });
}
