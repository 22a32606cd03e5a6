/**
 * Is the text an expression? The library's parser answers with a tree or a place; what people write who know other
 * languages is told what CEL writes instead.
 */
import { type ASTNode, Environment, ParseError } from '@marcbachmann/cel-js';
import { ExpressionError } from './failure.ts';

/** So many parts nest at most as deep, which the stack holds; people write a hundredth of it. */
const MOST_PARTS = 3000;
const environment = new Environment({ limits: { maxAstNodes: MOST_PARTS, maxDepth: 200 } });

/** @throws ExpressionError when it is none. */
export function parseSyntax(text: string): ASTNode {
  if (text.trim() === '') throw new ExpressionError('an expression is needed, found an empty text', 0);
  try {
    return environment.parse(text).ast;
  } catch (error) {
    if (error instanceof RangeError) throw new ExpressionError('the expression nests too deep to be read', 0);
    if (!(error instanceof ParseError)) throw error;
    throw syntaxError(text, error);
  }
}

function syntaxError(text: string, { code, summary, range }: ParseError): ExpressionError {
  const at = range?.start ?? 0;
  if (code === 'invalid_macro_argument')
    return new ExpressionError(
      'the first argument has to be a name for the element, as in doc.items.exists(item, …)',
      at,
    );
  const hint = hintAt(text, at);
  if (hint !== undefined) return new ExpressionError(hint, at);
  if (code.includes('limit')) return new ExpressionError(`the expression is too large to be read (${summary})`, at);
  if (at >= text.trimEnd().length) return new ExpressionError('the expression ends too early', at);
  return new ExpressionError(`the expression cannot be read from ${shown(text, at)} on`, at);
}

function hintAt(text: string, at: number): string | undefined {
  const before = text.slice(0, at).trimEnd();
  const rest = text.slice(at);
  if (rest.startsWith('=')) return before.endsWith('=') ? 'CEL compares with ==' : EQUALS;
  if (rest.startsWith('>') && before.endsWith('<')) return 'what differs is compared with !=, not with <>';
  if (rest.startsWith('&')) return '"and" is written &&';
  if (rest.startsWith('|')) return '"or" is written ||';
  // The parser complains about the word behind.
  const word = /^(?:and|or|not|is|like)\b/i.exec(rest)?.[0] ?? /\b(?:and|or|not|is|like)$/i.exec(before)?.[0];
  if (word !== undefined) return WORDS[word.toLowerCase()];
  if (before.endsWith('.')) {
    const name = /^[^\s.[\](){},+*/%<>=!&|?:-]+/.exec(rest)?.[0];
    if (name !== undefined) return `a name like this is written as a text in brackets: [${JSON.stringify(name)}]`;
  }
  return undefined;
}

function shown(text: string, at: number): string {
  const rest = text.slice(at).replaceAll(/\s+/g, ' ');
  return JSON.stringify(rest.length > 30 ? `${rest.slice(0, 27)}...` : rest);
}

const EQUALS = '= is no comparison; write == to compare';
const WORDS: Readonly<Record<string, string>> = {
  and: '"and" is written &&',
  or: '"or" is written ||',
  not: '"not" is written !',
  is: '"is" is written ==',
  like: 'texts are compared with contains, startsWith, endsWith or matches, as in doc.name.startsWith("a")',
};
