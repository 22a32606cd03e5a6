// Who wins a contest, and by how much?
import { describe, expect, it } from 'vitest';
import { contest, type Contestant, median } from '../../bench/measure/contest.ts';

describe('a contest', () => {
  it('takes turns, prepares each run, and checks the output once, after the round that warms up', async () => {
    const happened: string[] = [];
    const contestants = ['a', 'b'].map((name) => contestant(name, [9, 1, 1], happened));
    await contest(contestants, { runs: 2, afterWarmUp: () => happened.push('check') });
    expect(happened.join(' ')).toBe('-a a -b b check -a a -b b -a a -b b');
  });

  it('leaves the round that warms up out, and takes the median of the ratios of each round', async () => {
    const [a, b] = await contest([contestant('a', [90, 1, 2, 4]), contestant('b', [1, 2, 20, 6])], { runs: 3 });
    expect(a).toMatchObject({ seconds: 2, times: { seconds: 1 }, peakBytes: 4 });
    // Not 6 / 2: the rounds have 2, 10 and 1.5.
    expect(b).toMatchObject({ seconds: 6, times: { seconds: 2, cpuSeconds: 2 }, peakBytes: 20 });
  });

  it.each([
    [[3], 3],
    [[10, 2, 9], 9],
    [[4, 1, 2, 100], 3],
  ])('has %j in the middle', (values, middle) => {
    expect(median(values)).toBe(middle);
  });
});

/** Takes the times given, run by run. */
function contestant(name: string, times: readonly number[], happened: string[] = []): Contestant {
  let run = 0;
  return {
    name,
    prepare: () => happened.push(`-${name}`),
    run: () => {
      happened.push(name);
      const seconds = times[run++]!;
      return Promise.resolve({ seconds, cpuSeconds: seconds * 2, peakBytes: seconds, output: '' });
    },
  };
}
