/** What does the database hold already? Most of a state is the same from one commit to the next, and is not written again. */
export class Written {
  readonly #texts = new Map<string, string>();

  /** Whether `text` is something else than what was written under this key last; it is written now. */
  isNews(key: string, text: string): boolean {
    if (this.#texts.get(key) === text) return false;
    this.#texts.set(key, text);
    return true;
  }

  /** Nothing is known any more: a transaction was undone, or everything was deleted. */
  forget(): void {
    this.#texts.clear();
  }
}
