/** What happens on Ctrl-C? The first lets the run finish what is under way and keep it, the second ends it at once. */

export interface Interrupt {
  readonly signal: AbortSignal;
  /** Gives Ctrl-C its usual meaning back. */
  release(): void;
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** `stop` ends the process; it is called on the second signal. */
export function interruptible(say: (text: string) => void, stop: () => void): Interrupt {
  const controller = new AbortController();
  const interrupt = (): void => {
    if (controller.signal.aborted) {
      stop();
      return;
    }
    say('Finishing what is under way; press Ctrl-C again to stop at once.');
    controller.abort();
  };
  for (const signal of SIGNALS) process.on(signal, interrupt);
  return {
    signal: controller.signal,
    release() {
      for (const signal of SIGNALS) process.off(signal, interrupt);
    },
  };
}
