/**
 * How fast is the program that a good programmer writes by hand for the plan `plans/split.yaml`?
 * It knows that plan and nothing else: no checks, no rejects, no report, numbers beyond 2^53 lose their digits.
 *
 *   node hand-written.js INPUT FOLDER utf8|latin1
 *
 * What was tried and is slower: `delete` of the array (a dictionary from then on, slow to print), spreading each comment
 * into a new object, sorting for three elements, joining lists of lines, letting a write encode one long string, a larger
 * young generation. `utf8` is the straight way. `latin1` is a trick: JSON's own characters are ASCII, so the bytes of a
 * line may pass as characters of one byte and come out as they were, which spares decoding and encoding and halves the
 * memory of each text; only a line with escapes such as \u00e9 needs to be decoded.
 */
import { mkdirSync, openSync, readSync, writeSync } from 'node:fs';
import { argv } from 'node:process';

const [input, folder, readAs] = argv.slice(2);
if (input === undefined || folder === undefined || (readAs !== 'utf8' && readAs !== 'latin1')) {
  throw new Error('Expected: INPUT FOLDER utf8|latin1');
}

interface Comment {
  id: string;
  readonly at: string;
  postId?: string;
  type?: string;
}

interface Post {
  readonly id: string;
  comments?: Comment[] | undefined;
  recentComments?: Comment[];
  commentCount?: number;
  type?: string;
}

const NEWLINE = 10;
const CHUNK = 4 * 1024 ** 2;
const BATCH = 2 * 1024 ** 2;
const ESCAPED_CHARACTER = /\\u[0-9a-f]{4}/i;

mkdirSync(folder, { recursive: true });
const posts = output(`${folder}/posts.ndjson`);
const comments = output(`${folder}/comments.ndjson`);
const file = openSync(input, 'r');
const chunk = Buffer.allocUnsafe(CHUNK);
for (let kept = 0; ;) {
  const read = readSync(file, chunk, kept, CHUNK - kept, null);
  if (read === 0) break;
  const end = kept + read;
  let start = 0;
  for (;;) {
    const lineEnd = chunk.indexOf(NEWLINE, start);
    if (lineEnd < 0 || lineEnd >= end) break;
    split(start, lineEnd);
    start = lineEnd + 1;
  }
  chunk.copyWithin(0, start, end);
  kept = end - start;
}
posts.flush();
comments.flush();

function split(start: number, end: number): void {
  let encoding: 'utf8' | 'latin1' = readAs as 'utf8' | 'latin1';
  let text = chunk.toString(encoding, start, end);
  if (encoding === 'latin1' && ESCAPED_CHARACTER.test(text)) {
    encoding = 'utf8';
    text = chunk.toString(encoding, start, end);
  }
  const post = JSON.parse(text) as Post;
  const list = post.comments;
  if (list !== undefined) {
    post.comments = undefined;
    post.recentComments = newestThree(list);
    post.commentCount = list.length;
  }
  post.type = 'post';
  // Before the comments are changed: the recent ones stay in it as they came.
  posts.line(JSON.stringify(post), encoding);
  if (list === undefined) return;
  for (const comment of list) {
    comment.id = `${post.id}:${comment.id}`;
    comment.postId = post.id;
    comment.type = 'comment';
    comments.line(JSON.stringify(comment), encoding);
  }
}

/** Equal times keep their order. */
function newestThree(list: readonly Comment[]): Comment[] {
  const newest: Comment[] = [];
  for (const comment of list) {
    let place = newest.length;
    while (place > 0 && newest[place - 1]!.at < comment.at) place--;
    if (place === 3) continue;
    newest.splice(place, 0, comment);
    if (newest.length > 3) newest.pop();
  }
  return newest;
}

function output(path: string) {
  const descriptor = openSync(path, 'w');
  // A text of n characters has at most 3n bytes.
  const batch = Buffer.allocUnsafe(BATCH + 3 * CHUNK);
  let waiting = 0;
  const flush = (): void => {
    writeSync(descriptor, batch, 0, waiting);
    waiting = 0;
  };
  const line = (text: string, encoding: 'utf8' | 'latin1'): void => {
    waiting += batch.write(text, waiting, encoding);
    batch[waiting++] = NEWLINE;
    if (waiting > BATCH) flush();
  };
  return { flush, line };
}
