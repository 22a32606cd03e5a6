/** Which colours does the terminal take? None where there is no terminal, or where NO_COLOR says so. */
import { styleText } from 'node:util';

export type Style = 'red' | 'yellow' | 'green' | 'cyan' | 'bold' | 'dim';
export type Paint = (style: Style, text: string) => string;

export const plain: Paint = (_style, text) => text;

/** Asks the stream and the environment (NO_COLOR, FORCE_COLOR) as Node does. */
export function paintFor(stream: NodeJS.WriteStream): Paint {
  return (style, text) => styleText(style, text, { stream });
}
