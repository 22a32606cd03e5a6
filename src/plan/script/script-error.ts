/** Why can a script not be loaded, or not go on? */

/** Its message is sentences. */
export class ScriptError extends Error {
  override readonly name = 'ScriptError';
}
