import { describe, expect, it } from 'vitest';
import { Pace } from '../../../src/sink/cosmos/pace.ts';
import { RequestUnits } from '../../../src/sink/cosmos/request-units.ts';
import { Throttle } from '../../../src/sink/cosmos/throttle.ts';

describe('request units', () => {
  it('flow in evenly, and are kept for half a second', () => {
    const clock = { now: 0 };
    const units = new RequestUnits(1000, () => clock.now);
    expect(units.waitFor(500)).toBe(0);
    units.spend(500);
    expect(units.waitFor(100)).toBe(100);
    clock.now = 100;
    expect(units.waitFor(100)).toBe(0);
    clock.now = 60_000;
    units.spend(500);
    expect(units.waitFor(1)).toBe(1);
  });

  it('let something go that costs more than is ever kept', () => {
    const clock = { now: 0 };
    const units = new RequestUnits(100, () => clock.now);
    expect(units.waitFor(10_000)).toBe(0);
    units.spend(10_000);
    expect(units.waitFor(1)).toBe(99_510);
  });
});

describe('the throttle of a range', () => {
  it('lets everything pass until the range refuses, and then what it is provided with', () => {
    const clock = { now: 0 };
    const throttle = new Throttle(1000, () => clock.now);
    throttle.charged(0, 50_000);
    expect(throttle.waitFor(50_000)).toBe(0);
    throttle.refused(0);
    expect(throttle.perSecond).toBe(1000);
    expect(throttle.waitFor(200)).toBe(200);
  });

  it('finds out what a range gives that says nothing of it', () => {
    const clock = { now: 0 };
    const throttle = new Throttle(undefined, () => clock.now);
    for (let second = 0; second < 3; second++) {
      throttle.charged(0, 2000);
      clock.now += 1000;
    }
    throttle.refused(clock.now);
    expect(throttle.perSecond).toBeCloseTo(1940);
  });

  it('does not fall without end where refusals come from something else', () => {
    const clock = { now: 0 };
    const throttle = new Throttle(1000, () => clock.now);
    for (let second = 0; second < 200; second++) {
      throttle.charged(0, throttle.perSecond ?? 1000);
      clock.now += 1000;
      throttle.refused(clock.now);
    }
    expect(throttle.perSecond).toBe(500);
  });

  it('grows again while it is used and nothing is refused', () => {
    const clock = { now: 0 };
    const throttle = new Throttle(1000, () => clock.now);
    throttle.charged(0, 1000);
    throttle.refused(0);
    for (let second = 0; second < 60; second++) {
      clock.now += 1000;
      throttle.waitFor(1);
      throttle.charged(0, throttle.perSecond!);
    }
    expect(throttle.perSecond).toBeGreaterThan(1500);
  });
});

describe('the pace of a range', () => {
  it('grows by one for each window that went well, and falls once for all that was sent together', () => {
    const pace = new Pace({ first: 4, most: 8 });
    for (let i = 0; i < 200; i++) pace.succeeded(i, i + 10, true);
    expect(pace.window).toBe(8);
    pace.throttled(300, 310);
    pace.throttled(305, 311);
    expect(pace.window).toBe(5);
    for (let i = 400; i < 420; i++) pace.throttled(i, i + 0.5);
    expect(pace.window).toBe(1);
  });

  it('does not grow where nobody needs it', () => {
    const pace = new Pace({ first: 4, most: 8 });
    for (let i = 0; i < 200; i++) pace.succeeded(i, i + 10, false);
    expect(pace.window).toBe(4);
  });

  it('falls when answers take much longer than they can', () => {
    const pace = new Pace({ first: 4, most: 8 });
    pace.succeeded(0, 10, true);
    pace.succeeded(1000, 1500, true);
    expect(pace.window).toBeLessThan(4);
  });
});
