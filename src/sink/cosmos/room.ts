/** Is there room for more? Counts what is on its way in documents and bytes, and lets others wait for less of it. */

export class Room {
  readonly #mostBytes: number;
  documents = 0;
  bytes = 0;
  #waiting: { readonly until: () => boolean; readonly resolve: () => void; readonly reject: (why: Error) => void }[] =
    [];
  #failure: Error | undefined;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  get isFree(): boolean {
    return this.bytes < this.#mostBytes;
  }

  enter(bytes: number): void {
    this.documents++;
    this.bytes += bytes;
  }

  leave(bytes: number): void {
    this.documents--;
    this.bytes -= bytes;
    this.look();
  }

  /** Resolves when this is so; rejects when it will never be. */
  async when(until: () => boolean): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure;
    if (until()) return;
    await new Promise<void>((resolve, reject) => {
      this.#waiting.push({ until, resolve, reject });
    });
  }

  /** Something has changed. */
  look(): void {
    if (this.#waiting.length === 0) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const one of waiting) {
      if (one.until()) one.resolve();
      else this.#waiting.push(one);
    }
  }

  /** Nothing comes any more; whoever waits is told so, now and later. */
  fail(failure: Error): void {
    this.#failure ??= failure;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { reject } of waiting) reject(this.#failure);
  }
}
