/**
 * What happens on Ctrl-C? The first lets the run finish what is under way and keep it, the second ends it at once; so
 * does the clock, where finishing takes too long. What is committed is safe either way.
 */

export interface Interrupt {
  readonly signal: AbortSignal;
  /** Gives Ctrl-C its usual meaning back. */
  release(): void;
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** What is under way has so many milliseconds to be finished: an operator who stops a job waits, a machine that shuts down does not. */
const PATIENCE = 10_000;

/** `stop` ends the process; it is called on the second signal, or when `patience` milliseconds have passed since the first. */
export function interruptible(say: (text: string) => void, stop: () => void, patience: number = PATIENCE): Interrupt {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const interrupt = (): void => {
    if (controller.signal.aborted) {
      stop();
      return;
    }
    say('Finishing what is under way; press Ctrl-C again to stop at once.');
    timer = setTimeout(() => {
      say(`Not finished after ${patience / 1000} seconds; what is committed is kept.`);
      stop();
    }, patience);
    controller.abort();
  };
  for (const signal of SIGNALS) process.on(signal, interrupt);
  return {
    signal: controller.signal,
    release() {
      clearTimeout(timer);
      for (const signal of SIGNALS) process.off(signal, interrupt);
    },
  };
}
