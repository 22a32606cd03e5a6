/**
 * How fast is the program that a good programmer writes by hand for some of the plans? Each knows its plan and nothing
 * else: no checks, no rejects, no report; all but `stringify` round integers beyond 2^53.
 *
 *   node hand-written-jobs.js flatten|three|identity|stringify INPUT FOLDER
 *
 * Lines are cut from large buffers and written in large pieces, as in `hand-written.ts`, which does the split.
 */
import { mkdirSync, openSync, readSync, writeSync } from 'node:fs';
import { argv } from 'node:process';

const NEWLINE = 10;
const CHUNK = 4 * 1024 ** 2;
const BATCH = 2 * 1024 ** 2;

/** Only lines with so many digits in a row need a reviver, which costs three times as much. */
const SUSPICIOUS = /\d{16}/;

type Properties = Record<string, unknown>;
type Write = (text: string) => void;
/** Takes a line and writes what becomes of it; opens a file by its name. */
type Job = (open: (file: string) => Write) => (line: string) => void;

const JOBS: Readonly<Record<string, Job>> = { flatten, three, identity, stringify };

const [name, input, folder] = argv.slice(2);
const job = JOBS[name ?? ''];
if (job === undefined || input === undefined || folder === undefined) {
  throw new Error(`Expected: ${Object.keys(JOBS).join('|')} INPUT FOLDER`);
}
mkdirSync(folder, { recursive: true });
const flushes: (() => void)[] = [];
eachLine(input, job(openOutput));
for (const flush of flushes) flush();

function identity(open: (file: string) => Write): (line: string) => void {
  const posts = open('posts');
  return (line) => posts(JSON.stringify(JSON.parse(line)));
}

interface Person extends Properties {
  contactDetails?: (Properties & { social?: Properties }) | undefined;
}

function flatten(open: (file: string) => Write): (line: string) => void {
  const persons = open('persons');
  return (line) => {
    const person = JSON.parse(line) as Person;
    const { contactDetails } = person;
    person.contactDetails = undefined;
    for (const key in contactDetails) {
      if (key !== 'social') person[`contactDetails_${key}`] = contactDetails[key];
      else
        for (const inner in contactDetails.social)
          person[`contactDetails_social_${inner}`] = contactDetails.social[inner];
    }
    persons(JSON.stringify(person));
  };
}

interface Order extends Properties {
  readonly id: string;
  items?: (Properties & { readonly line: number })[] | undefined;
  payment?: (Properties & { readonly txn: string }) | undefined;
}

function three(open: (file: string) => Write): (line: string) => void {
  const [orders, items, payments] = [open('orders'), open('items'), open('payments')];
  const seen = new Set<string>();
  return (line) => {
    const order = JSON.parse(line) as Order;
    const { items: list, payment } = order;
    order.items = undefined;
    order.payment = undefined;
    order['paymentId'] = payment!.txn;
    order['type'] = 'order';
    orders(JSON.stringify(order));
    for (const item of list!) {
      item['orderId'] = order.id;
      item['id'] = `${order.id}:${item.line}`;
      item['type'] = 'item';
      items(JSON.stringify(item));
    }
    if (seen.has(payment!.txn)) return;
    seen.add(payment!.txn);
    payment!['id'] = payment!.txn;
    payment!['type'] = 'payment';
    payments(JSON.stringify(payment));
  };
}

function stringify(open: (file: string) => Write): (line: string) => void {
  const posts = open('posts');
  return (line) => posts(JSON.stringify(SUSPICIOUS.test(line) ? JSON.parse(line, withDigits) : JSON.parse(line)));
}

function withDigits(this: unknown, _key: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || !Number.isInteger(value) || Number.isSafeInteger(value)) return value;
  return context?.source ?? String(value);
}

function eachLine(path: string, take: (line: string) => void): void {
  const file = openSync(path, 'r');
  const chunk = Buffer.allocUnsafe(CHUNK);
  for (let kept = 0; ;) {
    const read = readSync(file, chunk, kept, CHUNK - kept, null);
    if (read === 0) return;
    const end = kept + read;
    let start = 0;
    for (;;) {
      const lineEnd = chunk.indexOf(NEWLINE, start);
      if (lineEnd < 0 || lineEnd >= end) break;
      take(chunk.toString('utf8', start, lineEnd));
      start = lineEnd + 1;
    }
    chunk.copyWithin(0, start, end);
    kept = end - start;
  }
}

function openOutput(file: string): Write {
  const descriptor = openSync(`${folder}/${file}.ndjson`, 'w');
  // A text of n characters has at most 3n bytes.
  const batch = Buffer.allocUnsafe(BATCH + 3 * CHUNK);
  let waiting = 0;
  flushes.push(() => writeSync(descriptor, batch, 0, waiting));
  return (text) => {
    waiting += batch.write(text, waiting, 'utf8');
    batch[waiting++] = NEWLINE;
    if (waiting <= BATCH) return;
    writeSync(descriptor, batch, 0, waiting);
    waiting = 0;
  };
}
