// How do documents come to know of each other? Plans of the steps across documents, each alone and all in one.
import type { Random } from '../random.ts';

export const RELATIONS = ['references', 'entities', 'groups', 'ancestors', 'extracts', 'duplicates', 'all'] as const;
export type Relation = (typeof RELATIONS)[number];

/** @param source where posts are, and how they are read */
export function relationPlan(random: Random, relation: Relation, source: string): string {
  const { steps, containers } = partFor(random, relation);
  const maybe = maybeOf(random);
  const all = [
    ...maybe(0.4, 'set: { /label: "{/blog}/{/id?}" }'),
    ...maybe(0.3, 'where: "doc.slug != null"\n    for: post'),
    ...steps,
    ...maybe(0.3, 'stringify: unsafe\n    for: "*"'),
    ...maybe(0.5, 'type: kind'),
  ];
  const labels = [
    `posts: { entities: [post], partitionKey: ${random.pick(['/blog', '/id', '[/blog, /slug]'])}${random.pick(['', ', uniqueKeys: [/slug]'])} }`,
    `people: { entities: [person], partitionKey: ${random.pick(['/id', '/blog'])}${random.pick(['', ', uniqueKeys: [/email]'])} }`,
    ...containers.map((name) => `${name}s: { entities: [${name}], partitionKey: /id }`),
  ];
  return `version: 1
name: faults
sources:
  person: { file: people.ndjson }
  post: { ${source}${random.pick(['', '', ', duplicateKeys: last'])} }
references: { blog: { file: blogs.ndjson } }
transforms:
${all.map((step) => `  - ${step}`).join('\n')}
containers:
${labels.map((container) => `  ${container}`).join('\n')}
`;
}

interface Part {
  readonly steps: readonly string[];
  /** Entities that the steps make. */
  readonly containers: readonly string[];
}

function partFor(random: Random, relation: Relation): Part {
  if (relation !== 'all') return PARTS[relation](random);
  const parts = [duplicates, ancestors, references, entities, extracts, groups].map((part) => part(random));
  // What was made of all is looked up as well: posts then pass a barrier in a survey.
  const onPage = 'lookup: { in: page, local: /blog, foreign: /blog, as: /onPage, pick: /n }\n    for: post';
  return {
    steps: [...parts.flatMap(({ steps }) => steps), ...maybeOf(random)(0.5, onPage)],
    containers: parts.flatMap(({ containers }) => containers),
  };
}

function references(random: Random): Part {
  const maybe = maybeOf(random);
  const missing = random.pick(['keep', 'null', 'reject']);
  const match = random.pick(['', ', match: text']);
  const steps = [
    `lookup: { in: blog, local: /blog, foreign: /id, as: /blogTitle, pick: /title, one: true, missing: ${missing}${match} }\n    for: [post, person]`,
    ...maybe(
      0.6,
      'lookup: { in: blog, local: /tags/*, foreign: /tags/*, as: /related, pick: [/id, /title], aggregate: { related_n: count, sold: "sum /sold", most: "max /n" } }\n    for: post',
    ),
    ...maybe(
      0.6,
      'lookup: { in: blog, local: /comments/*/likes, foreign: /n, as: /comments/*/liked, pick: /title, one: true }\n    for: post',
    ),
  ];
  return { steps, containers: [] };
}

/** Each knows of the other what it has come to know itself. */
function entities(random: Random): Part {
  const maybe = maybeOf(random);
  const missing = random.pick(['keep', 'null', 'reject']);
  const steps = [
    'lookup: { in: post, local: /id, foreign: /by/*, as: /posts, pick: [/id, /slug], aggregate: { posts_n: count, earned: "sum /price", best: "max /views" } }\n    for: person',
    `lookup: { in: person, local: /by/*, foreign: /id, as: /writers, pick: { name: /name, posts: /posts_n, earned: /earned }, missing: ${missing} }\n    for: post`,
    ...maybe(
      0.4,
      'lookup: { in: post, local: /parentId, foreign: /id, as: /answers, pick: { of: /slug, by: /writers }, one: true }\n    for: post',
    ),
  ];
  return { steps, containers: [] };
}

/** People stay once an address, and posts refer to who stays; of posts some are laid over each other. */
function duplicates(random: Random): Part {
  const maybe = maybeOf(random);
  const keep = ['first', 'last', 'newest, by: /at', 'oldest, by: /rank', 'merge', 'merge, by: /at'];
  const steps = [
    `dedupe: { key: ${random.pick(['/email', '[/email, /blog]'])}, keep: ${random.pick(keep)} }\n    for: person`,
    'lookup: { in: duplicates, local: /by/*, foreign: /id, as: /stays, pick: /winner }\n    for: post',
    ...maybe(
      0.6,
      `dedupe: { key: ${random.pick(['/slug', '[/blog, /price]'])}, keep: ${random.pick(['first', 'last', 'newest, by: /views', 'merge'])} }\n    if: "doc.blog != 'b1'"\n    for: post`,
    ),
    ...maybe(0.5, 'lookup: { in: person, local: /stays/*, foreign: /id, as: /mails, pick: /email }\n    for: post'),
  ];
  return { steps, containers: [] };
}

/** Of people by name, of posts as far as they are there. */
function ancestors(random: Random): Part {
  const of = random.pick(['[/id, /name]', '/name', '{ id: /id, text: "{/id} {/name}" }']);
  const steps = [
    `ancestors: { parent: /bossId, as: /above, of: ${of} }\n    for: person`,
    'ancestors: /parentId\n    for: post',
    ...maybeOf(random)(
      0.4,
      'lookup: { in: person, local: /by/*, foreign: /id, as: /above, pick: [/id, /above] }\n    for: post',
    ),
  ];
  return { steps, containers: [] };
}

function extracts(random: Random): Part {
  const onConflict = (): string => random.pick(['reject', 'first', 'last', 'merge']);
  const key = random.pick(['/email', '[/name, /blog]']);
  const steps = [
    `extract: { path: /author, into: author, key: ${key}, replaceWith: { authorId: /id }, onConflict: ${onConflict()} }\n    for: post`,
    `extract: { path: /comments/*, into: comment, key: ${random.pick(['/text', '[/text, /at]'])}, onConflict: ${onConflict()} }\n    for: post`,
  ];
  return { steps, containers: ['author', 'comment'] };
}

/** Groups of posts, of people and of groups. */
function groups(random: Random): Part {
  const maybe = maybeOf(random);
  const laid = random.pick(['', ', latest: /views', ', merge: /views']);
  const steps = [
    `group: { key: ${random.pick(['[/blog]', '{ blog: /blog, slug: "{/slug}" }'])}, into: page, gather: { posts: { pick: [/id, /slug], by: /views }, slugs: { pick: /slug } }, aggregate: { n: count, total: "sum /price", middle: "avg /price", top: "max /views", first_id: "first /id" }${laid}, consume: ${random.chance(0.4)} }\n    for: post`,
    `group: { key: { mail: /email }, into: account, gather: { names: { pick: /name, by: /at } }, aggregate: { n: count, ranks: "sum /rank" }, consume: ${random.chance(0.6)} }\n    for: person`,
    ...maybe(
      0.5,
      'group: { key: [/n], into: size, gather: { pages: { pick: /id } }, aggregate: { all: "sum /total" }, consume: false }\n    for: [page, account]',
    ),
  ];
  return { steps, containers: ['page', 'account', ...(steps.length > 2 ? ['size'] : [])] };
}

const PARTS: Readonly<Record<Exclude<Relation, 'all'>, (random: Random) => Part>> = {
  references,
  entities,
  groups,
  ancestors,
  extracts,
  duplicates,
};

type Maybe = (probability: number, line: string) => string[];

function maybeOf(random: Random): Maybe {
  return (probability, line) => (random.chance(probability) ? [line] : []);
}
