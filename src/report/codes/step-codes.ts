/** Why can a step not go on with a document? */
import type { CodeInfo } from './code-info.ts';

export const STEP_CODES: Readonly<Record<string, CodeInfo>> = {
  PARENT_REJECTED: {
    severity: 'warning',
    title: 'Children were written although their parent was rejected',
    advice: 'Mend the parents; where split made the children, onReject: family rejects them together.',
    explanation: 'Each document is accepted or rejected for itself unless a split says otherwise.',
  },
  TEMPLATE_PATH_MISSING: {
    severity: 'error',
    title: 'A template needs a value that is missing or null',
    advice: 'Write {/path?} to put nothing instead, or fill the path before.',
    explanation:
      'A text with a hole in it would look like data. So the document is rejected and the message says which part is missing.',
  },
  TEMPLATE_MANY: {
    severity: 'error',
    title: 'A template found several values',
    advice: 'Use the filter first, or a path that means one value.',
    explanation: 'A path with * can mean many values; a template prints exactly one.',
  },
  TEMPLATE_NOT_SCALAR: {
    severity: 'error',
    title: 'A template found an object or an array',
    advice: 'Name a path to a text, number or boolean inside of it.',
    explanation: 'Objects and arrays have no one text of their own.',
  },
  TEMPLATE_NOT_A_TIME: {
    severity: 'error',
    title: 'A time filter found something that is no ISO 8601 time',
    advice: 'Mend the source: time filters take ISO 8601 text only. Numbers could be seconds or milliseconds.',
    explanation: 'The filters year to minute take YYYY-MM-DD, with or without a time and an offset.',
  },
  TARGET_EXISTS: {
    severity: 'error',
    title: 'A step would overwrite another value',
    advice: 'Write overwrite: true beside the step, if the old value is meant to go, or choose another name.',
    explanation: 'Values are not overwritten by accident. An equal value is no conflict.',
  },
  PARENT_NOT_OBJECT: {
    severity: 'error',
    title: 'A value stands where an object was expected',
    advice: 'Mend the path, or remove or rename the value on the way before.',
    explanation:
      'A step makes missing objects on the way to the path it writes, but replaces neither null nor a scalar by one.',
  },
  NOT_AN_ARRAY: {
    severity: 'error',
    title: 'An array was expected',
    advice: 'Mend the source or the path; split can take the value as one element (lenient: true).',
    explanation: 'Missing and null stay as they are; any other value that is no array rejects the document.',
  },
  NOT_AN_OBJECT: {
    severity: 'error',
    title: 'An object was expected',
    advice: 'Mend the path or the source.',
    explanation: 'The step works on the properties of an object, and the value has none.',
  },
  KEY_MISSING: {
    severity: 'error',
    title: 'A key has no value',
    advice: 'Fill the path before, or mend the source.',
    explanation:
      'Documents cannot be sorted into entities or groups, or told from others, by a value that is not there.',
  },
  CONVERT_FAILED: {
    severity: 'error',
    title: 'A value cannot be converted',
    advice: 'Mend the source, or treat these documents apart with if:.',
    explanation: 'What cannot be converted without guessing rejects the document.',
  },
  EXPRESSION_FAILED: {
    severity: 'error',
    title: 'An expression failed',
    advice: 'Test for the case in the expression; the message names it.',
    explanation:
      'A missing property reads as null; a property of a scalar or an operation on the wrong type is an error.',
  },
  VALIDATION_FAILED: {
    severity: 'error',
    title: 'The document does not fit its schema',
    advice: 'Mend the source or the schema; the rejects file lists every error with its path.',
    explanation: 'The step validate holds each document against a JSON Schema.',
  },
  SCRIPT_FAILED: {
    severity: 'error',
    title: 'A script failed',
    advice: 'Mend the script; the rejects file says what went wrong with which document.',
    explanation:
      'An error that a script throws rejects the document, not the run; so does a result that is no JSON, or a promise.',
  },
  AGGREGATE_NOT_A_NUMBER: {
    severity: 'error',
    title: 'A sum or an average met something that is no number',
    advice: 'Convert the values before, or leave such documents out.',
    explanation: 'Nulls are skipped; any other value that is no number has no place in a sum.',
  },
  FLATTEN_COLLISION: {
    severity: 'info',
    title: 'Two values would get one name',
    advice: 'Choose another prefix, or say with onConflict what becomes of the later value.',
    explanation:
      'A name that flatten would give to a value is taken already. With onConflict: number, the default, the later value gets a number behind its name and nothing is lost; with reject the document is rejected, which makes it an error.',
  },
  EXTRACT_CONFLICT: {
    severity: 'warning',
    title: 'One key, two contents',
    advice: 'Mend the source if another one than the one that is kept is right.',
    explanation:
      'Embedded objects with one key should be copies of one thing, and these differ; or two keys print as the same text, as 1 and "1" do, and would give two things one id. With onConflict: reject the first in source order is kept and the others are rejected, which makes it an error; with first or last, that one stands for all of them; with merge they are laid over each other, and what does not get into the document is told.',
  },
  DEDUPE_MERGED: {
    severity: 'info',
    title: 'Several documents have one key',
    advice:
      'Look into duplicates.ndjson: it has each that did not stay, with the id of the one that stands for it. Repoint references to them by a lookup with in: duplicates.',
    explanation:
      'The step dedupe lets one document of each key stay and counts the others as merged. The finding counts the keys.',
  },
  DEDUPE_CONFLICT: {
    severity: 'warning',
    title: 'Documents with one key differ',
    advice:
      'Compare them in duplicates.ndjson. keep says which one stays; with keep: merge it gets the properties of all. Documents without a part of the key are left alone by a condition beside the step, such as if: doc.email != null.',
    explanation:
      'Documents with one key should be copies of one thing, and these differ from the one that stays in more than id, system properties and what they are ordered by; with keep: merge, in a value that another one replaces. The finding counts the documents.',
  },
  ANCESTOR_CYCLE: {
    severity: 'warning',
    title: 'Parents form a circle',
    advice: 'Mend the source: one of these documents names the wrong parent.',
    explanation: 'The way to the root comes back to where it began; it is cut before it would repeat.',
  },
  ORDER_VALUE_MISSING: {
    severity: 'warning',
    title: 'Values to order by are missing',
    advice: 'Mend the source, or order by another path. What has none counts as oldest.',
    explanation: 'To know the newest or oldest, a step needs a number, a time or text in each.',
  },
  ENTITY_UNKNOWN: {
    severity: 'error',
    title: 'An entity that the plan does not know',
    advice: 'Add it to a container, or to discard if it is to be left out.',
    explanation: 'A mixed source names the kind of each document, and no container takes this one.',
  },
};
