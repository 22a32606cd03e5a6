export default (doc: Record<string, unknown>): object => ({ ...doc, has: Object.hasOwn(doc, '__proto__'), kind: typeof doc.constructor });
