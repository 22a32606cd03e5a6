// What is done to the records? Plans of the steps there are, each option taken or not.
import type { Random } from '../random.ts';

export interface PlanShape {
  /** Whether the posts are gathered, and go on as pages when all of them have come. */
  readonly across: boolean;
  /** Whether objects become documents once a key, which is remembered over the whole run. */
  readonly extracts: boolean;
}

/** @param source the file, and how it is read */
export function planText(random: Random, source: string, { across, extracts }: PlanShape): string {
  const maybe = (probability: number, line: string): string[] => (random.chance(probability) ? [line] : []);
  const tags = random.chance(0.5);
  const threads = across && random.chance(0.5);
  const steps = [
    ...maybe(0.5, 'set: { /label: "{/blog}/{/id?}" }'),
    ...(extracts ? [authors(random)] : []),
    ...maybe(0.4, `flatten: { path: /author, onConflict: ${random.pick(['number', 'first', 'array', 'reject'])} }`),
    comments(random, extracts),
    ...(tags ? ['split: { path: /tags, into: tag, link: { postId: /id }, value: tag }'] : []),
    ...maybe(0.6, `stringify: ${random.pick(['unsafe', '[/views]'])}`),
    ...maybe(0.3, 'rename: { /body: /text }'),
    ...maybe(0.3, 'remove: [/price]'),
    ...maybe(0.3, 'fill: { values: { /views: 0 }, nulls: true }'),
    ...(across ? [pages(random), 'set: { /late: true }\n    for: [page, comment]'] : []),
    ...(threads ? [`${thread(random)}\n    for: comment`] : []),
    ...maybe(0.7, 'type: kind'),
  ];
  const post = across ? 'page' : 'post';
  const containers = [
    `posts: { entities: [${post}], partitionKey: ${random.pick(['/blog', '/id', '[/blog, /slug]'])}, uniqueKeys: [/slug] }`,
    `comments: { entities: [comment], partitionKey: ${random.pick(['/postId', '/id'])}${random.pick(['', ', uniqueKeys: [[/at, /text]]'])} }`,
    ...(threads ? ['threads: { entities: [thread], partitionKey: /id }'] : []),
    ...(tags ? [`all: { entities: [${random.pick(['tag', `tag, ${post}`])}], partitionKey: /id }`] : []),
    ...(extracts ? [`authors: { entities: [author], partitionKey: /id, uniqueKeys: [/name] }`] : []),
  ];
  return `version: 1
name: faults
source: { ${source}, entity: post${random.pick(['', '', ', duplicateKeys: last'])} }
transforms:
${steps.map((step) => `  - ${step}`).join('\n')}
containers:
${containers.map((container) => `  ${container}`).join('\n')}
${across ? 'discard: [post]\n' : ''}`;
}

/** What becomes of all posts when the last one has come. */
function pages(random: Random): string {
  if (random.chance(0.3)) return 'inOrder: { by: id, into: page }';
  const key = random.pick(['[/blog]', '[/slug]', '{ blog: /blog, slug: "{/slug}" }', '[/blog, /views]']);
  const options = [
    `key: ${key}`,
    'into: page',
    ...(random.chance(0.5) ? ['gather: { posts: { pick: [/id, /tags], by: /id }, slugs: { pick: /slug } }'] : []),
    ...(random.chance(0.7) ? ['aggregate: { posts_count: count, total: "sum /price", best: "max /views" }'] : []),
    ...(random.chance(0.5) ? ['latest: /id'] : []),
    ...(random.chance(0.2) ? ['consume: false'] : []),
  ];
  return `group: { ${options.join(', ')} }`;
}

/** Comments stand together, and may stay as well. */
function thread(random: Random): string {
  const stay = random.chance(0.5) ? '' : ', consume: false';
  return `group: { key: ${random.pick(['[/text]', '{ on: /late }'])}, into: thread, aggregate: { n: count, first: "min /at", likes: "avg /likes" }${stay} }`;
}

/** Few emails have one name only. */
function authors(random: Random): string {
  const key = random.pick(['/email', '[/name, /blog]']);
  return `extract: { path: /author, into: author, key: ${key}, replaceWith: { authorId: /id }, onConflict: ${random.pick(['reject', 'first'])} }`;
}

/** What becomes of an array that is very long now and then. */
function comments(random: Random, extracts: boolean): string {
  if (extracts && random.chance(0.5))
    return `extract: { path: /comments/*, into: comment, key: ${random.pick(['/text', '[/text, /at]'])}, onConflict: ${random.pick(['reject', 'first'])} }`;
  const maybe = (probability: number, line: string): string[] => (random.chance(probability) ? [line] : []);
  const taken = ['path: /comments', 'into: comment', ...maybe(0.8, 'link: { postId: /id }')];
  if (random.chance(0.3)) {
    const limits = random.pick(['size: 2', 'bytes: 400', 'size: 3, bytes: 300']);
    const kept = [...maybe(0.5, 'keepFirst: true'), ...maybe(0.5, 'continuation: goesOn')];
    return `bucket: { ${[...taken, limits, ...kept].join(', ')} }`;
  }
  const options = [
    ...maybe(0.3, 'omit: [/likes]'),
    ...maybe(0.5, `keep: { as: recent, ${random.pick(['newest: 2, by: /at', 'first: 1', 'last: 2, ids: true'])} }`),
    ...maybe(0.4, 'count: commentCount'),
    ...maybe(0.3, 'index: place'),
    ...maybe(0.4, 'lenient: true'),
    ...maybe(0.5, 'onReject: family'),
  ];
  return `split: { ${[...taken, ...options].join(', ')} }`;
}
