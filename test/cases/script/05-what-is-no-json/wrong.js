const WRONG = { nan: NaN, date: new Date(0), fn: () => 1, hole: [1, , 2], undefined: undefined, symbol: Symbol('s') };

export default (doc) => ({ ...doc, inner: { value: WRONG[doc.id] } });
