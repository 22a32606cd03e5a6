/**
 * How fast is the program that comes to mind first for the plan `plans/split.yaml`? Written for reading, as one would
 * for a migration that runs once; `hand-written.ts` is what becomes of it when nothing counts but speed.
 *
 *   node hand-written-first.js INPUT FOLDER
 */
import { createReadStream, createWriteStream, mkdirSync, type WriteStream } from 'node:fs';
import { argv } from 'node:process';

const [input, folder] = argv.slice(2);
if (input === undefined || folder === undefined) throw new Error('Expected: INPUT FOLDER');

interface Comment {
  readonly id: string;
  readonly at: string;
}

interface Post {
  readonly id: string;
  comments?: readonly Comment[];
}

mkdirSync(folder, { recursive: true });
const posts = createWriteStream(`${folder}/posts.ndjson`);
const comments = createWriteStream(`${folder}/comments.ndjson`);
let rest = '';
for await (const chunk of createReadStream(input, { encoding: 'utf8', highWaterMark: 1 << 20 })) {
  const lines = (rest + (chunk as string)).split('\n');
  rest = lines.pop()!;
  const made = lines.filter((line) => line !== '').map((line) => split(JSON.parse(line) as Post));
  await write(
    posts,
    made.map(({ post }) => post),
  );
  await write(
    comments,
    made.flatMap(({ children }) => children),
  );
}
posts.end();
comments.end();

function split(post: Post): { readonly post: object; readonly children: readonly object[] } {
  const { comments: list, ...kept } = post;
  if (list === undefined) return { post: { ...kept, type: 'post' }, children: [] };
  const recentComments = list.toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)).slice(0, 3);
  return {
    post: { ...kept, recentComments, commentCount: list.length, type: 'post' },
    children: list.map((one) => ({ ...one, id: `${post.id}:${one.id}`, postId: post.id, type: 'comment' })),
  };
}

async function write(file: WriteStream, documents: readonly object[]): Promise<void> {
  const text = documents.map((document) => `${JSON.stringify(document)}\n`).join('');
  if (!file.write(text)) await new Promise<void>((resolve) => file.once('drain', () => resolve()));
}
