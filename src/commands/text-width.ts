/** How wide is what is printed for people? As wide as the terminal, within reason. */
import process from 'node:process';

/** Longer lines are hard to read, shorter ones hard to lay out; a terminal that does not know its width says 0. */
export function textWidth(): number {
  return Math.max(60, Math.min(process.stdout.columns || 96, 100));
}
