/** What can be said about the data itself, before or beside any container? */
import type { CodeInfo } from './code-info.ts';

export const DATA_CODES: Readonly<Record<string, CodeInfo>> = {
  LINE_INVALID: {
    severity: 'error',
    title: 'A record is no JSON object',
    advice:
      'Mend it in the source, and begin anew (--fresh) where the run was stopped; or mend its text in the rejects file of a finished run, and replay that.',
    explanation:
      'Records are read strictly as RFC 8259 says, as UTF-8. What cannot be read is rejected with its text, and the run goes on.',
  },
  SOURCE_CHANGED: {
    severity: 'warning',
    title: 'A source was written to while it was read',
    advice:
      'Wait until nothing writes to it any more; for what came since, or to be sure of it, run again with --fresh.',
    explanation:
      'A file is read as it was identified at the start of the run, up to the size that it had then. What was appended since is not read; what was replaced is read from the file that was there. A file that was cut, or whose first or last 64 KiB are different, ends the run.',
  },
  DUPLICATE_KEY: {
    severity: 'warning',
    title: 'An object names a key twice',
    advice: 'Mend the source, or say duplicateKeys: last at the source to let a container take the last one.',
    explanation:
      'JSON leaves the meaning of a repeated key open. Reads take the last one, files keep both, and a container refuses the document unless the source says which one counts.',
  },
  EXTENDED_JSON_KEPT: {
    severity: 'warning',
    title: 'A value of MongoDB that plain JSON has no counterpart for',
    advice:
      'Say what is to become of it in a step, as in remove: [/path] or set: { /path: … }, or mend the value where the finding says that it does not fit its type.',
    explanation:
      'With extendedJson: true, ids, dates, numbers, decimals, UUIDs and bytes become plain JSON. Timestamps, regular expressions, code, symbols, MinKey and MaxKey, undefined, NaN and infinities have no counterpart there, nor has a value that does not fit its type: they stay as they are, so that nothing is lost.',
  },
  NUMBER_UNSAFE: {
    severity: 'warning',
    title: 'A number that a double cannot hold',
    advice: 'Turn it into text: stringify: [/path], or stringify: unsafe for every such number.',
    explanation:
      'Numbers in Cosmos DB are doubles. Integers beyond 9,007,199,254,740,991 and overlong decimals are rounded by the service or by the SDK, without a word.',
  },
  MIXED_TYPES: {
    severity: 'info',
    title: 'A property has values of several types',
    advice: 'Convert them to one type, if queries compare or sort by the property.',
    explanation: 'Cosmos DB stores them as they are, but comparisons and ORDER BY in queries keep the types apart.',
  },
  TOO_MANY_PROPERTIES: {
    severity: 'warning',
    title: 'More than 1,000 distinct properties',
    advice:
      'Keep values that serve as property names in an array instead, if the container is to be mirrored for analytics.',
    explanation: 'Analytics mirroring turns properties into columns and takes at most 1,000 of them.',
  },
  ARRAY_UNBOUNDED: {
    severity: 'warning',
    title: 'An array grows without bound',
    advice: 'Move its elements into documents of their own (split).',
    explanation:
      'A document that grows with its use gets slower and dearer with each write, until it meets the 2 MB limit.',
  },
  REFERENCE_MISSING: {
    severity: 'warning',
    title: 'A reference leads nowhere',
    advice:
      'Mend the data, or say at a lookup what becomes of such values: missing: null puts null there, missing: reject keeps the document out, missing: keep leaves them out as now. Parents are found by the id that documents have when they come to ancestors.',
    explanation:
      'A lookup found no document with the value, or ancestors none with the id of a parent. Where a lookup turns a list round (local: /id) it says no more than that nobody refers to the document. A value that would be found as text is REFERENCE_AS_TEXT as well.',
  },
  REFERENCE_KEY_REPEATED: {
    severity: 'warning',
    title: 'Several documents of a reference have one key',
    advice:
      'Leave one: true out of a lookup to get all of them, look up by what tells them apart, or mend the data so that the right one stands first. Parents need ids of their own.',
    explanation:
      'With one: true a lookup takes the first document in the order of the reference, and ancestors take the first with the id of a parent; the others of the same value are never seen. The count is that of the others.',
  },
  REFERENCE_UNREADABLE: {
    severity: 'warning',
    title: 'A record of a reference is no document',
    advice: 'Mend it in the reference and run again: no lookup finds what cannot be read.',
    explanation:
      'References are read as sources are, strictly as RFC 8259 says. They are no part of what is written, so that the record stands in no rejects file; what refers to it is reported as missing.',
  },
  REFERENCE_AS_TEXT: {
    severity: 'warning',
    title: 'References match only as text',
    advice:
      'Bring the values to one type before the step (stringify: [/path], or convert: { /path: number }), or write match: text at a lookup.',
    explanation:
      'Lookups and ancestors match by type and value, so that 1 and "1" differ. These would match if both were text. They lead nowhere, and count as REFERENCE_MISSING too unless missing: reject rejects them for this.',
  },
};
