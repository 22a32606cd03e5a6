/** How is this file cut into records? By its format, as the plan gives it or as its beginning shows it. */
import type { Buffer } from 'node:buffer';
import type { SourcePlan } from '../../plan/plan.ts';
import type { Cutter } from './cutter.ts';
import { ElementCutter } from './element-cutter.ts';
import { formatOf } from './format.ts';
import { LineCutter } from './line-cutter.ts';
import { SelectCutter } from './select-cutter.ts';
import { TokenCutter } from './token-cutter.ts';

/** The cutter for a file of which `bytes[start..length)` is the beginning; `bytes[length]` is free for a sentinel. */
export function openCutter(plan: SourcePlan, source: string, bytes: Buffer, start: number, length: number): Cutter {
  const { maxDocument, select } = plan;
  const format = plan.format ?? formatOf(bytes, start, length);
  if (format === 'jsonc' || select?.many === true)
    return new TokenCutter({ source, path: select, maxDocument, isLenient: format === 'jsonc' });
  if (select !== undefined) return new SelectCutter(source, select, maxDocument);
  return format === 'ndjson' ? new LineCutter(maxDocument) : new ElementCutter(format, maxDocument);
}
