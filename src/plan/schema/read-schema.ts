/** Can a file serve as a schema, and what in a document is not as it wants? */
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { type Plain, plainOf } from '../../document/plain.ts';
import type { Tape, Value } from '../../document/tape.ts';
import type { PlanSchema, SchemaFailures } from '../../transform/files.ts';
import { FileTextError } from '../file-text.ts';
import type { FileContent, FileNeeds, FileProblem } from '../file-needs.ts';
import { forgetDocument, takeUnsafe } from './exact.ts';
import { failureOf } from './failure.ts';
import { FORMATS } from './formats.ts';
import { takeOverKeywords } from './keywords.ts';
import { linearPattern } from './linear-pattern.ts';
import { SchemaError } from './schema-error.ts';
import { DRAFT, type SchemaFile, schemaFiles } from './schema-files.ts';

export function readSchema(needs: FileNeeds): FileContent {
  const { name } = needs;
  const warnings: FileProblem[] = [];
  try {
    const files = schemaFiles(needs, resolveAddress);
    const warn = (sentence: string): void => {
      const message = `${name}: ${sentence.replace(/^strict mode: /, '').replace(/\.?$/, '.')}`;
      // What starts so is for other programs.
      const isKnown = /unknown keyword: "x-/.test(message) || warnings.some((one) => one.message === message);
      if (!isKnown) warnings.push({ rule: 'invalid-schema', message });
    };
    return { content: schemaOf(name, files, compiled(files, true, warn)), warnings };
  } catch (error) {
    if (error instanceof FileTextError) {
      const message = `${name} cannot be read: ${error.message}. A path is relative to the plan.`;
      return { problem: { rule: 'unreadable-file', message }, warnings };
    }
    // Whatever the validator throws while it compiles is about the schema.
    const message = `${name} is no schema that can be used: ${(error as Error).message.replace(/\.$/, '')}.`;
    return { problem: { rule: 'invalid-schema', message }, warnings };
  }
}

/** As the validator will, when it looks for what is referred to. */
const { uriResolver } = new Ajv2020({ meta: false }).opts;

function resolveAddress(base: string, reference: string): string {
  return uriResolver.resolve(base, reference);
}

/** Beyond so many values, a document that fails is told the first reason only: there could be one for each value. */
const LARGE = 100_000;
/** So many reasons are shown. */
const SHOWN = 10;

function schemaOf(name: string, files: readonly SchemaFile[], validateAll: ValidateFunction): PlanSchema {
  let validateFirst: ValidateFunction | undefined;
  return {
    use: 'schema',
    name,
    failuresOf(tape, value) {
      const isLarge = tape.length > LARGE;
      if (isLarge) validateFirst ??= compiled(files, false, () => {});
      return failures(isLarge ? validateFirst! : validateAll, isLarge, tape, value);
    },
  };
}

function failures(validate: ValidateFunction, isLarge: boolean, tape: Tape, value: Value): SchemaFailures {
  forgetDocument();
  const plain = plainOf(tape, value, { number: takeUnsafe });
  try {
    if (validate(plain)) return { shown: [], more: 0 };
  } catch (error) {
    // The validator calls itself for what nests, where the schema does.
    if (error instanceof RangeError) return { shown: [TOO_DEEP], more: 0 };
    throw error;
  }
  const errors: readonly ErrorObject[] = validate.errors ?? [];
  const shown = errors.slice(0, SHOWN).map((error) => failureOf(error, plain as Plain));
  return { shown, more: isLarge ? undefined : errors.length - shown.length };
}

const TOO_DEEP = { path: '/', problem: 'nests deeper than its schema can be followed' };

/** @param all whether every reason is wanted, not just the first */
function compiled(files: readonly SchemaFile[], all: boolean, warn: (sentence: string) => void): ValidateFunction {
  const ajv = new Ajv2020({
    allErrors: all,
    verbose: true,
    // Names such as "constructor" are ordinary ones.
    ownProperties: true,
    // What a schema says in vain is to be known, but a keyword without its type is common and means what it says.
    strictSchema: 'log',
    strictTypes: false,
    strictTuples: false,
    strictRequired: false,
    // That is done beforehand, file by file, to tell where it is wrong.
    validateSchema: false,
    formats: FORMATS,
    code: { regExp: Object.assign(linearPattern, { code: 'linearPattern' }) },
    logger: { log: warn, warn, error: warn },
  });
  takeOverKeywords(ajv);
  for (const file of files) refuseInvalid(ajv, file);
  for (const format of new Set(files.flatMap(({ formats }) => [...formats])))
    if (!Object.hasOwn(FORMATS, format)) {
      warn(`the format ${JSON.stringify(format)} is not known and not checked`);
      ajv.addFormat(format, true);
    }
  for (const { schema, base } of files) ajv.addSchema(schema, base);
  try {
    return ajv.getSchema(files[0]!.base)!;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    // Files have their addresses on this machine, and names.
    throw new SchemaError(files.reduce((text, { base, name }) => text.replaceAll(base, name), error.message));
  }
}

function refuseInvalid(ajv: Ajv2020, { schema, name }: SchemaFile): void {
  const said = typeof schema === 'object' && '$schema' in schema ? schema.$schema : undefined;
  if (said !== undefined && said !== `${DRAFT}schema` && said !== `${DRAFT}schema#`)
    throw new SchemaError(
      `${name} says that it is written in ${JSON.stringify(said)}, and only ${DRAFT}schema is read; change "$schema" if it holds there`,
    );
  if (typeof schema === 'boolean' || ajv.validateSchema(schema) === true) return;
  const first = failureOf(ajv.errors![0]!, schema as Plain);
  throw new SchemaError(`${first.path} of ${name} ${first.problem}`);
}
