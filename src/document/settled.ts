/** What does something that writes files need to go on where a commit stood? */
export interface Settled {
  /**
   * Lengths in bytes: everything behind them was written after the commit. By absolute path, or by one that begins in
   * the state folder: so files are named that no other run takes over.
   */
  readonly files: Readonly<Record<string, number>>;
  /** What it knows beside its files; JSON. */
  readonly facts: unknown;
}
