/** How much of a long text do people want to see? Its beginning, and how much more there is. */
import { countText } from './quantities.ts';

const LONGEST = 160;

/** Cut between characters. */
export function shortened(text: string, longest: number = LONGEST): string {
  if (text.length <= longest) return text;
  const isInside = /[\uD800-\uDBFF]/.test(text[longest - 1]!);
  const end = isInside ? longest - 1 : longest;
  return `${text.slice(0, end)}… ${countText(text.length - end)} more`;
}
