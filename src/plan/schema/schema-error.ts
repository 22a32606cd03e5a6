/** Why can a schema not be used? A sentence without its end. */

export class SchemaError extends Error {
  override readonly name = 'SchemaError';
}
