/** What does something that writes files need to go on where a commit stood? */
export interface Settled {
  /**
   * Lengths in bytes: everything behind them was written after the commit. By absolute path; what lies in a folder of
   * the run's own, by the path from there.
   */
  readonly files: Readonly<Record<string, number>>;
  /** What it knows beside its files; JSON. */
  readonly facts: unknown;
}
