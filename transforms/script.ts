/** A function of the user's own changes the document, leaves it out, or makes several of it. */
import type { Document } from '../src/document/document.ts';
import { cloneEdits } from '../src/document/edit.ts';
import { foundIn } from '../src/document/not-json.ts';
import { plainOf, type PlainObject } from '../src/document/plain.ts';
import { reject, type Rejection } from '../src/document/rejection.ts';
import { restore } from '../src/document/restore.ts';
import type { Value } from '../src/document/tape.ts';
import type { PlanScript, ScriptContext } from '../src/transform/files.ts';
import { defineStep, FILTERED, type StepAnswer, type StepContext, type StepDefinition } from '../src/transform/step.ts';

const options = {
  file: {
    type: 'file',
    use: 'script',
    required: true,
    description: 'A module of TypeScript or JavaScript beside the plan, whose default export is the function.',
  },
  seconds: {
    type: 'integer',
    minimum: 1,
    default: 60,
    description: 'How long the function may take for one document; beyond that the run is ended, with exit status 5.',
  },
} as const;

export const script: StepDefinition<typeof options> = defineStep({
  name: 'script',
  summary: 'Passes the document to a function of your own, for what no step can say.',
  details: [
    'The module says `export default (doc, { entity, startedAt }) => …` and returns the document, changed in place or a new one; `undefined` leaves the document out, which is counted as filtered; a list means several documents of the same entity: the first goes on as the document, the others are made of it, and an empty list leaves it out.',
    'Whole numbers beyond ±(2^53−1) come as BigInt, other unsafe numbers as text that holds their digits, all other numbers as they are. A value that is unchanged at its place keeps its bytes, digits and escapes included; so does an object or array around an unsafe number that is only moved. Other values are written as `JSON.stringify` writes them, and a BigInt by its digits. Keys like `10` may change their place in the order.',
    'What the function throws rejects the document (`SCRIPT_FAILED`), with its message and line; so does what is no JSON in its result (a function, NaN, a Date, an object that holds itself). A property that is undefined is not there. A promise rejects as well: steps are synchronous.',
    'The function has to be pure: what it returns may depend on the document and its context only, not on the time, chance, the network or what it was called with before. Only then does a run that goes on end like one that was never stopped. In front of a step that has to know all documents first each passes twice, and where the two times differ, `dedupe` may keep none of those with one key. `doc` is a copy and may be changed; the context is frozen. What the script imports by a path is read with the plan and counts as part of it; of packages only the names do. The module is loaded when the plan is read, also by `check`. A script can do whatever your user can do: do not run the plans of strangers.',
  ],
  examples: [
    {
      title: 'A total that no template can compute',
      plan: '- script: ./total.ts',
      files: {
        'total.ts':
          "import type { Script } from 'cosmos-remodel';\n\nexport default ((doc) => {\n  const lines = doc.lines as { price: number; count: number }[];\n  doc.total = lines.reduce((sum, { price, count }) => sum + price * count, 0);\n  return doc;\n}) satisfies Script;\n",
      },
      given: '{"id":"o1","weight":1.50,"lines":[{"price":3,"count":2},{"price":4,"count":1}]}',
      gives: {
        document: ['{"id":"o1","weight":1.50,"lines":[{"price":3,"count":2},{"price":4,"count":1}],"total":10}'],
      },
    },
    {
      title: 'A document becomes several, or none',
      plan: '- script: ./one-a-day.js',
      files: {
        'one-a-day.js': 'export default (doc) => doc.days.map((day) => ({ id: `${doc.id}:${day}`, day }));\n',
      },
      given: '{"id":"r1","days":["mon","tue"]}',
      gives: { document: ['{"id":"r1:mon","day":"mon"}', '{"id":"r1:tue","day":"tue"}'] },
    },
    {
      title: 'What it throws rejects the document',
      plan: '- script: { file: ./strict.js }',
      files: {
        'strict.js': "export default (doc) => {\n  if (!doc.name) throw new Error('no name');\n  return doc;\n};\n",
      },
      given: '{"id":"1"}',
      rejects: 'SCRIPT_FAILED',
    },
  ],
  options,
  short: [{ form: 'text', option: 'file' }],
  compile: ({ file, seconds = 60 }) => {
    const contexts = new Map<string, ScriptContext>();
    return (document, context) => {
      const told = contexts.get(document.entity) ?? contextOf(document, context, contexts);
      const origins = new Map<object, Value>();
      try {
        const plain = plainOf(document.tape, document.root, { origins }) as PlainObject;
        return file.call(plain, told, context.origin, seconds, (result) =>
          put(document, context, file, result, origins),
        );
      } catch (error) {
        return thrown(file, error);
      }
    };
  },
});

function contextOf(
  { entity }: Document,
  { startedAt }: StepContext,
  contexts: Map<string, ScriptContext>,
): ScriptContext {
  const told = Object.freeze({ entity, startedAt });
  contexts.set(entity, told);
  return told;
}

/** What the script returned becomes the document, and others beside it. */
function put(
  document: Document,
  context: StepContext,
  file: PlanScript,
  result: unknown,
  origins: ReadonlyMap<object, Value>,
): StepAnswer {
  if (result === undefined) return FILTERED;
  const isList = Array.isArray(result);
  const results: readonly unknown[] = isList ? result : [result];
  const { tape, root, entity } = document;
  for (let i = 0; i < results.length; i++) {
    const one = results[i];
    const place = isList ? `element ${i + 1} of the list that it returned` : 'what it returned';
    if (typeof one !== 'object' || one === null || Array.isArray(one)) return noDocument(file, one, place);
    if (isPromise(one)) return promised(file, one);
    const value = restore(tape, root, one, origins);
    if (typeof value !== 'number') {
      const { path, found } = value;
      return reject('SCRIPT_FAILED', `${file.name}: ${path} of ${place} is ${found}, which is no JSON.`, path);
    }
    if (i === 0) document.root = value;
    // The same one may be in the list before.
    else context.make(entity, cloneEdits(tape, value));
  }
  return results.length === 0 ? FILTERED : undefined;
}

function noDocument({ name }: PlanScript, found: unknown, place: string): Rejection {
  const named = Array.isArray(found) ? 'a list' : foundIn(found);
  return reject('SCRIPT_FAILED', `${name}: ${place} is ${named}, and a document is an object.`);
}

function isPromise(value: object): value is PromiseLike<unknown> {
  return 'then' in value && typeof value.then === 'function';
}

function promised({ name }: PlanScript, promise: PromiseLike<unknown>): Rejection {
  // What becomes of it is nobody's business any more; a failure would end the run.
  if (promise instanceof Promise) promise.catch(() => {});
  return reject(
    'SCRIPT_FAILED',
    `${name} returned a promise, and steps are synchronous: what it needs, it has to have.`,
  );
}

function thrown(file: PlanScript, error: unknown): Rejection {
  const place = file.placeOf(error);
  const where = place === undefined ? '' : ` at ${place}`;
  return {
    ...reject('SCRIPT_FAILED', `${file.name} failed${where}: ${textOfThrown(error)}`),
    // Its words may be made of the document's.
    finding: `${file.name} failed${where}; what it said is in the rejects file.`,
  };
}

function textOfThrown(error: unknown): string {
  try {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  } catch {
    // Also what is thrown can be anything.
    return 'something that has no text';
  }
}
