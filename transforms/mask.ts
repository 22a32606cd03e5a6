/** What must not leave production is unreadable in the sample, which still looks and joins like the original. */
import { isSamePath } from '../src/document/aligned.ts';
import { type Path, propertyPath } from '../src/document/path.ts';
import { replaceScalars } from '../src/document/replace-scalars.ts';
import { defineStep, type OptionsOf, type StepDefinition, type TakingContainer } from '../src/transform/step.ts';
import { maskOf } from './mask/masks.ts';

const options = {
  paths: {
    type: 'map',
    keys: 'path',
    values: 'counted',
    choices: {
      hash: { count: 'allowed', maximum: 64 },
      redact: { count: 'none' },
      keepLast: { count: 'required' },
    },
    required: true,
    description: 'How the value of each path is masked: all that is below it, where it is an object or an array.',
  },
} as const;

export const mask: StepDefinition<typeof options> = defineStep({
  name: 'mask',
  summary: 'Makes values unreadable, for samples that leave production; types, null and what is missing stay.',
  options,
  short: [{ form: 'map', option: 'paths' }],
  details: [
    '`hash` puts the HMAC-SHA-256 of the text under the key in the environment variable `MASK_KEY`, as 64 hex digits, or as many as stand behind it (`hash 16`). Equal values give equal hashes in every document, every container and every run with the same key, so that joins and unique keys still work; without the key nobody can try out whose hash it is. Take 32 random bytes (`openssl rand -hex 32`) and keep them where other secrets are. The key is never written anywhere; a run that was stopped goes on only with the key that it began with.',
    '`redact` puts `***`. `keepLast n` puts a `*` for each character but the last n; a text of n characters or fewer is hidden whole.',
    'Types stay. A number becomes a number: `hash` makes one of up to 16 digits of the hash of its text, `redact` 0, `keepLast` turns all digits but the last n into zeros. A boolean becomes false. Null stays null, missing stays missing. In an object or array every value below is masked and the names stay: where names are data themselves (`{"ada@example.org": …}`), remove them.',
    'What is masked are the documents that go on. A document that is rejected stands in the rejects file with the text of its source, nothing of it masked: pass on the documents, never the state folder.',
    'Ids that are made of masked values have to be made after masking. A value that is redacted is the same in all documents: `check` warns where a container wants it to be different.',
  ],
  examples: [
    {
      title: 'A customer who cannot be recognised',
      plan: '- mask: { /email: hash 16, /name: redact, /phone: keepLast 4 }',
      given: '{"id":"1","email":"ada@example.org","name":"Ada","phone":"+41 44 668 18 00","age":null}',
      gives: {
        document: ['{"id":"1","email":"50ea82e2748847ed","name":"***","phone":"************8 00","age":null}'],
      },
      env: { MASK_KEY: 'a key for this example only' },
    },
    {
      title: 'All that is below a path',
      plan: '- mask: { /card: redact, /lines/*/note: keepLast 2 }',
      given: '{"id":"1","card":{"number":4111111111111111,"holder":"Ada","valid":true},"lines":[{"note":"gift"},{}]}',
      gives: {
        document: ['{"id":"1","card":{"number":0,"holder":"***","valid":false},"lines":[{"note":"**ft"},{}]}'],
      },
    },
  ],
  variables: ({ paths }) =>
    paths.some(({ value }) => value.choice === 'hash')
      ? [
          {
            name: KEY,
            purpose: `it is the secret that hashes are made with, and the same one gives the same hashes. Set it, for example by export ${KEY}="$(openssl rand -hex 32)", and keep it for later runs.`,
          },
        ]
      : [],
  advise: (given, containers) => containers.flatMap((container) => levelled(given, container)),
  effects: ({ paths }) => paths.map(({ key }) => ({ reads: [key] })),
  compile({ paths }, { variables = {} }) {
    const secret = variables[KEY] ?? '';
    return (document, { hmac }) => {
      const hash = (text: string): string => hmac(secret, text);
      for (const { key, value } of paths) {
        const replace = maskOf(value.choice, value.count, hash);
        document.replace(key, (old) => replaceScalars(document.tape, old, replace));
      }
      return undefined;
    };
  },
});

const KEY = 'MASK_KEY';
const ID = propertyPath('id');

/** Where a container wants values apart that are the same afterwards, or nearly. */
function levelled(
  { paths }: OptionsOf<typeof options>,
  { label, partitionKey, uniqueKeys }: TakingContainer,
): string[] {
  return paths.flatMap(({ key, value: { choice } }) => {
    if (choice === 'hash') return [];
    const isKey = (path: Path): boolean => isSamePath(path, key);
    const what = isKey(ID)
      ? 'the id of documents'
      : partitionKey.some(isKey)
        ? `in the partition key of ${label}`
        : uniqueKeys.flat().some(isKey)
          ? `in a unique key of ${label}`
          : undefined;
    if (what === undefined) return [];
    return [`${choice} makes values of ${key.text} the same, and it is ${what}; hash keeps them apart.`];
  });
}
