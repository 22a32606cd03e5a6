/** A partition key as the SDK takes it; `{}` stands for a missing level. */
export function keyOf(levels: readonly unknown[]): never {
  // Levels are values of JSON; the SDK's type for them is a union that nothing else here has to know.
  return (levels.length === 1 ? levels[0] : levels) as never;
}
