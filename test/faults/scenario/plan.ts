// What is done to the records? Plans of the steps there are, each option taken or not.
import type { Random } from '../random.ts';

/** @param across whether the posts are gathered, and go on as pages when all of them have come */
export function planText(random: Random, file: string, across: boolean): string {
  const maybe = (probability: number, line: string): string[] => (random.chance(probability) ? [line] : []);
  const comments = [
    'path: /comments',
    'into: comment',
    ...maybe(0.8, 'link: { postId: /id }'),
    ...maybe(0.3, 'omit: [/likes]'),
    ...maybe(0.5, `keep: { as: recent, ${random.pick(['newest: 2, by: /at', 'first: 1', 'last: 2, ids: true'])} }`),
    ...maybe(0.4, 'count: commentCount'),
    ...maybe(0.3, 'index: place'),
    ...maybe(0.4, 'lenient: true'),
    ...maybe(0.5, 'onReject: family'),
  ];
  const tags = random.chance(0.5);
  const steps = [
    ...maybe(0.5, 'set: { /label: "{/blog}/{/id?}" }'),
    ...maybe(0.4, `flatten: { path: /author, onConflict: ${random.pick(['number', 'first', 'array', 'reject'])} }`),
    `split: { ${comments.join(', ')} }`,
    ...(tags ? ['split: { path: /tags, into: tag, link: { postId: /id }, value: tag }'] : []),
    ...maybe(0.6, `stringify: ${random.pick(['unsafe', '[/views]'])}`),
    ...maybe(0.3, 'rename: { /body: /text }'),
    ...maybe(0.3, 'remove: [/price]'),
    ...maybe(0.3, 'fill: { values: { /views: 0 }, nulls: true }'),
    ...(across ? ['inOrder: { by: id, into: page }', 'set: { /late: true }\n    for: [page, comment]'] : []),
    ...maybe(0.7, 'type: kind'),
  ];
  const post = across ? 'page' : 'post';
  const containers = [
    `posts: { entities: [${post}], partitionKey: ${random.pick(['/blog', '/id', '[/blog, /slug]'])}, uniqueKeys: [/slug] }`,
    `comments: { entities: [comment], partitionKey: ${random.pick(['/postId', '/id'])}${random.pick(['', ', uniqueKeys: [[/at, /text]]'])} }`,
    ...(tags ? [`all: { entities: [${random.pick(['tag', `tag, ${post}`])}], partitionKey: /id }`] : []),
  ];
  return `version: 1
name: faults
source: { file: '${file}', entity: post${random.pick(['', '', ', duplicateKeys: last'])} }
transforms:
${steps.map((step) => `  - ${step}`).join('\n')}
containers:
${containers.map((container) => `  ${container}`).join('\n')}
${across ? 'discard: [post]\n' : ''}`;
}
