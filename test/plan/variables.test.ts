// Do values of the environment reach the plan, and never a message or the hash?
import { describe, expect, it } from 'vitest';
import { planWith, problemsOf, reading } from './reading.ts';

const SECRET = 'hunter2-hunter2';

describe('a variable', () => {
  it('is filled in wherever a text stands, and $$ is a dollar', async () => {
    const env = { DATA: '/mnt/data', NAME: 'comments' };
    const text = `
      version: 1
      name: a
      source: { file: "\${DATA}/posts.ndjson" }
      containers:
        c: { entities: document, partitionKey: /id, name: "$$\${NAME}-$x" }
    `;
    const { plan, problems } = await reading(text, { env });
    expect(problems).toEqual([]);
    expect(plan?.sources[0]?.file).toBe('/mnt/data/posts.ndjson');
    expect(plan?.containers[0]?.name).toBe('$comments-$x');
  });

  it('that is missing is an error that names it, in its place', async () => {
    const text = planWith({ more: 'target: { folder: "${OUT}/blog" }' });
    expect(await problemsOf(text)).toEqual([
      '6:19 missing-variable The environment variable OUT is not set; set it, or write $$ for a dollar.',
    ]);
  });

  it('may be missing in the target where nothing is written, but nowhere else', async () => {
    const text = planWith({ more: 'target: { folder: "${OUT}" }\ndiscard: ["${WHAT}"]' });
    const problems = await problemsOf(text, { lenientTarget: true });
    expect(problems).toEqual([
      expect.stringMatching(/^7:11 missing-variable The environment variable WHAT is not set/),
    ]);
  });

  it('that is missing is all that is said of its text, which nobody knows', async () => {
    const text = planWith({ transforms: '- assign: { /a: "${A} ${B}" }' });
    expect(await problemsOf(text)).toEqual([
      expect.stringMatching(/^5:\d+ missing-variable The environment variable A is not set/),
      expect.stringMatching(/^5:\d+ missing-variable The environment variable B is not set/),
    ]);
  });

  it.each(['${}', '${1A}', '${A B}', '${A'])('that is written %s is an error', async (written) => {
    const [problem] = await problemsOf(planWith({ more: `target: { folder: '${written}' }` }));
    expect(problem).toMatch(/^6:19 invalid-variable "\$\{.* is no variable; write \$\{NAME\}, or \$\$ for a dollar\.$/);
  });

  it('in the description and in examples is text', async () => {
    const text = planWith({
      more: 'description: "costs ${A}"\nexamples: [{ given: { id: "${B}" }, expect: {} }]',
    });
    const { plan, problems } = await reading(text);
    expect(problems).toEqual([]);
    expect(plan?.examples[0]?.json).toBe('{"given":{"id":"${B}"},"expect":{}}');
  });
});

describe('a secret', () => {
  it.each([
    ['an unknown step', planWith({ transforms: '- "${S}": 1' })],
    ['a path', planWith({ transforms: '- everything: "${S}"' })],
    ['a path with a quote', planWith({ transforms: "- everything: '/\"${S}'" })],
    ['a template', planWith({ transforms: '- assign: { /a: "{${S}" }' })],
    ['a choice', planWith({ transforms: '- everything: { path: /a, choice: "${S}" }' })],
    ['an entity', planWith({ transforms: '- erase: [/a]\n  for: "${S}"' })],
    ['a property', planWith({ transforms: '- everything: { path: /a, property: "/${S}" }' })],
    ['a name', planWith({}).replace('name: blog', 'name: "${S}!"')],
    ['a version', planWith({}).replace('version: 1', 'version: "${S}"')],
    ['a source', planWith({}).replace('entity: post', 'entity: "${S}"')],
    ['a size', planWith({}).replace('entity: post', 'entity: post, maxDocument: "${S}"')],
    ['a container name', planWith({ containers: 'c: { entities: post, partitionKey: /id, name: "${S}/" }' })],
    ['a partition key', planWith({ containers: 'c: { entities: post, partitionKey: "${S}" }' })],
    ['a unique key', planWith({ containers: 'c: { entities: post, partitionKey: /id, uniqueKeys: ["/${S},/b"] }' })],
    ['throughput', planWith({ containers: 'c: { entities: post, partitionKey: /id, throughput: "${S}" }' })],
    ['a target', planWith({ more: 'target: { cosmos: { endpoint: "${S}", database: b, auth: { key: "${S}" } } }' })],
    ['a discarded entity', planWith({ more: 'discard: "${S}"' })],
  ])('in %s never lands in a problem', async (_, text) => {
    for (const secret of [SECRET, 'a/b"c\\d{e}', 'xy{/']) {
      const { problems } = await reading(text, { env: { S: secret } });
      expect(problems).not.toEqual([]);
      const shown = JSON.stringify(problems);
      for (const piece of [secret, JSON.stringify(secret).slice(1, -1)]) expect(shown).not.toContain(piece);
      expect(shown).not.toContain('hunter2');
    }
  });

  it('changes nothing in the hash', async () => {
    const text = planWith({
      transforms: '- assign: { /a: "${S}" }',
      more: 'target: { folder: "${S}" }',
    });
    const [one, other] = [await reading(text, { env: { S: SECRET } }), await reading(text, { env: { S: 'other' } })];
    expect(one.plan?.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(one.plan?.hash).toBe(other.plan?.hash);
  });
});
