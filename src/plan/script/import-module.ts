/** How is a module loaded that is no part of remodel? By the runtime itself: nothing may transform or bundle this file's import. */

export function importModule(url: string): Promise<{ readonly default?: unknown }> {
  return import(url) as Promise<{ readonly default?: unknown }>;
}
