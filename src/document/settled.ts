/** What does something that writes files need to go on where a commit stood? */
export interface Settled {
  /** Lengths in bytes, by absolute path: everything behind them was written after the commit. */
  readonly files: Readonly<Record<string, number>>;
  /** What it knows beside its files; JSON. */
  readonly facts: unknown;
}
