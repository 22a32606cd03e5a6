/**
 * Which records stand in a text that only a tokenizer can follow: with comments and trailing commas, or below a path with
 * a star? Records are bytes of the file as with every other cutter: what is no JSON in them becomes blanks in its place.
 * A text that breaks ends the file, since the tokenizer does not go on behind it.
 */
import type { Buffer } from 'node:buffer';
import type { Path } from '../../document/path.ts';
import type { SourceFormat } from '../../plan/plan.ts';
import { isBlank } from './bytes.ts';
import type { Cutter } from './cutter.ts';
import { LONGEST_KEY, nameOf } from './key-text.ts';
import type { RecordList } from './record-list.ts';
import { Selection } from './selection.ts';
import { secondValue, wrongElement } from './select-text.ts';
import { tooLarge } from './too-large.ts';
import { type Token, Tokens } from './tokens.ts';
import { brokenText, foundEnd, NOT_STRICT } from './unexpected.ts';

/** Bytes that are tokenized at once at most; also up to each "}", so that no object in front of an error is lost. */
const PIECE = 16 * 1024;
/** Brackets within each other; the tokenizer remembers every one of them. */
const MOST_DEPTH = 1_000_000;

export interface TokenCutting {
  readonly source: string;
  readonly path: Path | undefined;
  readonly maxDocument: number;
  /** Whether comments and trailing commas are allowed. */
  readonly isLenient: boolean;
}

export class TokenCutter implements Cutter {
  readonly line = undefined;
  readonly format: SourceFormat;
  isBroken = false;
  readonly #cutting: TokenCutting;
  readonly #selection: Selection;
  readonly #tokens = new Tokens();
  /** Tokens that have been found, and how many of them have been taken. */
  #found: readonly Token[] = [];
  #taken = 0;
  // Offsets are counted from the first byte that was ever cut, as buffers come and go.
  /** Behind the last token taken, behind the last byte tokenized, and where the bytes begin that are still needed. */
  #at = 0;
  #fed = 0;
  #kept = 0;
  /** Whether the tokenizer knows that there are no more bytes. */
  #hasEnded = false;
  #line = 1;
  /** The comma behind which nothing has begun, or -1. */
  #comma = -1;
  #awaitsColon = false;
  #isInComment = false;
  /** Where the key begins whose name matters, -1 where there is none or it is too long. */
  #key = -1;
  /** Where the record begins that is not complete, or -1; its line, and the brackets that are open in it. */
  #record = -1;
  #recordLine = 1;
  #depth = 0;
  /** What is wrong with it, if it is no record but stands where one should. */
  #wrong: string | undefined;
  /** Whether it is too large and its rest is passed over. */
  #skipping = false;

  constructor(cutting: TokenCutting) {
    this.#cutting = cutting;
    this.#selection = new Selection(cutting.source, cutting.path);
    this.format = cutting.isLenient ? 'jsonc' : 'object';
  }

  cut(bytes: Buffer, from: number, length: number, atEnd: boolean, records: RecordList): number {
    const shift = from - this.#kept;
    while (this.#takeFound(bytes, shift, length, records) && this.#feed(bytes, shift, length, atEnd, records));
    if (this.isBroken) return length;
    if (this.#hasEnded && records.broken === undefined) return this.#end(bytes, length, length - shift, records);
    if (this.#record >= 0 && !this.#skipping && length - shift - this.#record > this.#cutting.maxDocument)
      this.#breakRecord(bytes, shift, length, records);
    if (this.#key >= 0 && this.#at - this.#key > LONGEST_KEY) this.#key = -1;
    const needed = [this.#at, ...[this.#skipping ? -1 : this.#record, this.#key].filter((start) => start >= 0)];
    this.#kept = Math.min(...needed);
    return this.#kept + shift;
  }

  /** Tokenizes some more bytes; false when there are none, or no use in it. */
  #feed(bytes: Buffer, shift: number, length: number, atEnd: boolean, records: RecordList): boolean {
    const from = this.#fed + shift;
    if (this.#hasEnded || (from === length && !atEnd)) return false;
    try {
      this.#taken = 0;
      if (from === length) {
        this.#hasEnded = true;
        this.#found = this.#tokens.end();
        return true;
      }
      const to = Math.min(length, from + PIECE);
      const brace = bytes.subarray(from, to).indexOf(125);
      this.#fed = (brace < 0 ? to : from + brace + 1) - shift;
      this.#found = this.#tokens.take(bytes, from, this.#fed + shift);
      return true;
    } catch (error) {
      this.#found = [];
      return this.#break(bytes, shift, length, records, brokenText((error as Error).message));
    }
  }

  /** Takes the tokens that have been found; false when one of them ends the batch. */
  #takeFound(bytes: Buffer, shift: number, length: number, records: RecordList): boolean {
    while (this.#taken < this.#found.length) {
      const problem = this.#take(this.#found[this.#taken++]!, bytes, shift, records);
      if (problem !== undefined) return this.#break(bytes, shift, length, records, problem);
      if (records.broken !== undefined) return false;
    }
    return true;
  }

  /** What may not be where the token stands, if so. */
  #take(token: Token, bytes: Buffer, shift: number, records: RecordList): string | undefined {
    switch (token.name) {
      case 'whitespace':
        if (this.#hasEnded) return undefined;
        this.#passColon(bytes, shift);
        this.#pass(token.value);
        return undefined;
      case 'startComment':
        this.#passColon(bytes, shift);
        this.#isInComment = true;
        return this.#cutting.isLenient ? undefined : NOT_STRICT.comment;
      case 'commentChunk':
        this.#blank(bytes, shift, this.#hasEnded ? token.value.slice(0, -1) : token.value);
        return undefined;
      case 'endComment':
        this.#isInComment = false;
        return undefined;
      case 'comma':
        this.#comma = this.#at++;
        return undefined;
      case 'startKey':
        this.#comma = -1;
        if (this.#record < 0 && this.#selection.wantsKey) this.#key = this.#at;
        this.#at++;
        return undefined;
      case 'endKey':
        this.#at++;
        this.#endKey(bytes, shift);
        return undefined;
      case 'startObject':
      case 'startArray':
        return this.#beginValue(token.name === 'startArray' ? 'an array' : 'an object', bytes, shift, 1);
      case 'endObject':
      case 'endArray':
        return this.#close(bytes, shift, records);
      case 'startString':
        return this.#beginValue('text', bytes, shift, 1);
      case 'startNumber':
        return this.#beginValue('a number', bytes, shift, 0);
      case 'stringChunk':
      case 'numberChunk':
        this.#at += token.value.length;
        return undefined;
      case 'endString':
      case 'endNumber':
        if (token.name === 'endString') this.#at++;
        this.#endValue(bytes, shift, records);
        return undefined;
      case 'trueValue':
      case 'falseValue':
      case 'nullValue':
        return this.#takeWord(String(token.value), bytes, shift, records);
      case 'keyValue':
      case 'stringValue':
      case 'numberValue':
      case 'commentValue':
        // Not asked for.
        break;
    }
    return undefined;
  }

  #takeWord(word: string, bytes: Buffer, shift: number, records: RecordList): string | undefined {
    const kind = word === 'null' ? 'null' : 'a boolean';
    const problem = this.#beginValue(kind, bytes, shift, word.length);
    if (problem === undefined) this.#endValue(bytes, shift, records);
    return problem;
  }

  #beginValue(kind: string, bytes: Buffer, shift: number, length: number): string | undefined {
    this.#passColon(bytes, shift);
    this.#comma = -1;
    const isContainer = kind === 'an object' || kind === 'an array';
    if (this.#record < 0) {
      if (this.#selection.isComplete) return secondValue(this.#cutting.path);
      const role = this.#selection.begin(kind);
      if (role !== 'AROUND') {
        this.#record = this.#at;
        this.#recordLine = this.#line;
        this.#wrong = role === 'WRONG' ? wrongElement(this.#cutting.path!, kind) : undefined;
      }
    }
    if (isContainer && this.#record >= 0) this.#depth++;
    this.#at += length;
    return this.#depth + this.#selection.depth > MOST_DEPTH ? NOT_STRICT.depth : undefined;
  }

  /** An object or array ends. */
  #close(bytes: Buffer, shift: number, records: RecordList): string | undefined {
    if (this.#comma >= 0 && !this.#cutting.isLenient) return NOT_STRICT.comma;
    if (this.#comma >= 0 && this.#record >= 0 && !this.#skipping) bytes[this.#comma + shift] = 32;
    this.#comma = -1;
    this.#at++;
    if (this.#record < 0) this.#selection.close();
    else {
      this.#depth--;
      this.#endValue(bytes, shift, records);
    }
    return undefined;
  }

  /** A value is complete, which may be the record. */
  #endValue(bytes: Buffer, shift: number, records: RecordList): void {
    if (this.#record < 0 || this.#depth > 0) return;
    const [start, end] = [this.#record + shift, this.#at + shift];
    const { maxDocument } = this.#cutting;
    const isTooLarge = !this.#skipping && end - start > maxDocument;
    if (isTooLarge) records.break(bytes, start, end, this.#recordLine, tooLarge('element', maxDocument));
    else if (this.#skipping) this.#skipping = false;
    else if (this.#wrong !== undefined) records.break(bytes, start, end, this.#recordLine, this.#wrong);
    else records.add(start, end, this.#recordLine);
    this.#record = -1;
  }

  #endKey(bytes: Buffer, shift: number): void {
    this.#awaitsColon = true;
    if (this.#record >= 0 || !this.#selection.wantsKey) return;
    this.#selection.key(this.#key < 0 ? undefined : nameOf(bytes.subarray(this.#key + shift, this.#at + shift)));
    this.#key = -1;
  }

  /** The tokenizer does not tell of the colon behind a key. */
  #passColon(bytes: Buffer, shift: number): void {
    if (!this.#awaitsColon || bytes[this.#at + shift] !== 58) return;
    this.#awaitsColon = false;
    this.#at++;
  }

  /** A comment becomes blanks, and newlines stay. */
  #blank(bytes: Buffer, shift: number, text: string): void {
    const start = this.#at + shift;
    for (let i = start; i < start + text.length; i++) if (!isBlank(bytes[i]!)) bytes[i] = 32;
    this.#pass(text);
  }

  #pass(text: string): void {
    for (let i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) this.#line++;
    this.#at += text.length;
  }

  #breakRecord(bytes: Buffer, shift: number, length: number, records: RecordList): void {
    const { maxDocument } = this.#cutting;
    records.break(bytes, this.#record + shift, length, this.#recordLine, tooLarge('element', maxDocument));
    this.#skipping = true;
  }

  #break(bytes: Buffer, shift: number, length: number, records: RecordList, message: string): false {
    this.isBroken = true;
    const isInRecord = this.#record >= 0 && !this.#skipping;
    const [start, line] = isInRecord ? [this.#record, this.#recordLine] : [this.#at, this.#line];
    records.break(bytes, start + shift, length, line, message);
    return false;
  }

  /** There are no more bytes. @param total how many there were */
  #end(bytes: Buffer, length: number, total: number, records: RecordList): number {
    const isComplete =
      this.#record < 0 &&
      this.#selection.depth === 0 &&
      !this.#selection.isEmpty &&
      !this.#isInComment &&
      this.#at >= total;
    if (isComplete) this.#selection.end();
    else this.#break(bytes, length - total, length, records, foundEnd(this.#record >= 0 ? 'element' : 'text'));
    return length;
  }
}
