interface Line {
  readonly price: number;
  readonly count: number;
}

export default (doc: { lines?: Line[] | null; total?: number }): object => {
  if (doc.lines != null) doc.total = doc.lines.reduce((sum, { price, count }) => sum + price * count, 0);
  return doc;
};
