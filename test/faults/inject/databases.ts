// When does a run write into a database? Statements and commits meet the fault point before they are carried out.
import { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Act } from '../fault.ts';
import type { FaultPoint } from './fault-point.ts';

type Method = (this: unknown, ...parameters: unknown[]) => unknown;

export function watchDatabases(point: FaultPoint): void {
  watch(DatabaseSync.prototype, 'exec', ([sql]) => (/\bCOMMIT\b/i.test(String(sql)) ? 'commit' : undefined));
  watch(StatementSync.prototype, 'run', () => 'statement');

  function watch(prototype: object, name: string, actOf: (parameters: readonly unknown[]) => Act | undefined): void {
    const methods = prototype as Record<string, Method>;
    const original = methods[name]!;
    methods[name] = function (...parameters) {
      const act = actOf(parameters);
      if (act === undefined) return original.apply(this, parameters);
      const verdict = point.meet({ act, path: 'state.db', whole: () => original.apply(this, parameters) });
      if (verdict.kind === 'fail') throw verdict.error;
      return original.apply(this, parameters);
    };
  }
}
