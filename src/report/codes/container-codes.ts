/** What can be wrong with a document on its way into a container, or with a container's policy? */
import type { CodeInfo } from './code-info.ts';

export const CONTAINER_CODES: Readonly<Record<string, CodeInfo>> = {
  UNIQUE_KEY_CONFLICT: {
    severity: 'error',
    status: 409,
    title: 'Two documents share a unique key',
    advice:
      'Decide which of them is right: mend the source, take the path out of uniqueKeys, or widen the constraint by another path. A policy cannot be changed once the container exists.',
    explanation:
      'Within one logical partition, a unique key allows each combination of values once. The document that comes first in the source keeps it; each later one is rejected and names the winner.',
  },
  UNIQUE_KEY_NULL: {
    severity: 'warning',
    title: 'A unique key has no value',
    advice:
      'Give every document a value (fill; nulls: true where it is null), or leave the path out of uniqueKeys: only one document of each logical partition can be without one.',
    explanation:
      'Cosmos DB takes a missing value for null, and null takes part in unique keys like any value: within one logical partition only one document may lack it. There are no sparse unique keys.',
  },
  UNIQUE_KEY_PATH_CASE: {
    severity: 'warning',
    title: 'The data writes the path of a unique key otherwise',
    advice:
      'Write the path as the data does, or rename the property; with the path as it is the constraint sees nothing.',
    explanation:
      'Paths of unique keys are case-sensitive. Where the policy says /address/zipcode and the data says ZipCode, every document counts as having no value there.',
  },
  UNIQUE_KEY_NEAR_DUPLICATE: {
    severity: 'warning',
    title: 'Values of a unique key are nearly the same',
    advice:
      'Decide whether they mean the same, and bring them to one form before the container is created (set with |lower|trim, or in the source).',
    explanation:
      'Unique keys compare text code unit by code unit: case, blanks at the ends and composed or decomposed letters make values different. Two spellings of one thing stay two.',
  },
  UNIQUE_KEY_NOT_SCALAR: {
    severity: 'warning',
    title: 'A unique key has an object or array as its value',
    advice: 'Name a path to a scalar, or flatten the value first.',
    explanation:
      'How the service treats such a value is not documented, so that nothing can be promised. A rehearsal compares whole values, key order aside.',
  },
  ID_DUPLICATE: {
    severity: 'error',
    status: 409,
    title: 'Two documents share an id',
    advice: 'Build ids that tell them apart (id: a template of more values), or mend the source.',
    explanation:
      'The partition key and the id together are what identifies an item. The document that comes first in the source keeps them; a later one with other content is rejected, one with equal content is merged.',
  },
  ID_INVALID: {
    severity: 'error',
    status: 400,
    title: 'The id cannot be used',
    advice:
      'Build the id by a template, or with { from, encode: true }, which makes illegal characters legal, reversibly.',
    explanation:
      'An id is text of 1 to 1,023 bytes. Ids with / \\ # are refused here although the service takes some of them: it cannot find such an item afterwards.',
  },
  ID_MISSING: {
    severity: 'error',
    status: 400,
    title: 'There is no id',
    advice:
      'Derive one from the data: id: "{/a}-{/b}". Random ids are not made, because running twice must equal running once.',
    explanation:
      'Every item needs an id. The SDK would make a random one, and a second run would then write everything once more.',
  },
  ID_RISKY: {
    severity: 'warning',
    title: 'The id is legal but asks for trouble',
    advice: 'Use { from, encode: true } or a template with |encode where other tools have to address these items.',
    explanation:
      'The service takes ids with ?, %, control characters and blanks at their ends, but several SDKs and tools cannot address such items by URL.',
  },
  ITEM_TOO_LARGE: {
    severity: 'error',
    status: 413,
    title: 'The document is larger than 2 MB',
    advice: 'Split what grows (split), or keep large values outside of the container. No setting raises the limit.',
    explanation:
      'An item may have at most 2,097,152 bytes of minified UTF-8 text. Documents near the limit deserve a look too.',
  },
  ITEM_NEARLY_TOO_LARGE: {
    severity: 'warning',
    title: 'The document is between 2,000,000 and 2,097,152 bytes',
    advice: 'Split what grows (split), or keep large values outside of the container, before it meets the limit.',
    explanation:
      'The limit is called 2 MB, and no source says which of the two that is. A rehearsal refuses from 2,097,153 bytes on and names what lies between.',
  },
  ITEM_TOO_DEEP: {
    severity: 'error',
    status: 400,
    title: 'The document nests too deep',
    advice: 'Flatten it (flatten), or move inner levels into documents of their own (split).',
    explanation: 'The service allows 128 levels of objects and arrays, the document itself included.',
  },
  PARTITION_KEY_MISSING: {
    severity: 'warning',
    title: 'The partition key has no value',
    advice: 'Give every document a value (fill; nulls: true where it is null), or choose another partition key.',
    explanation:
      'A missing partition key value is a logical partition of its own, and null is another one. Both are accepted, grow without bound, and readers have to know of them.',
  },
  PARTITION_KEY_INVALID: {
    severity: 'error',
    status: 400,
    title: 'The partition key value is an object or an array',
    advice: 'Name a path to a scalar, or build the key by a template (set).',
    explanation:
      'A partition key value is text, a number, a boolean or null. The SDK would send an object or array as an empty key and write the item where nobody looks for it.',
  },
  PARTITION_KEY_TOO_LONG: {
    severity: 'error',
    status: 400,
    title: 'The partition key value is too long',
    advice: 'Use a shorter value, such as a hash of it: {/path|hash 16}.',
    explanation: 'A partition key value may have at most 2,048 bytes.',
  },
  PARTITION_HOT: {
    severity: 'warning',
    title: 'One logical partition holds much of the data',
    advice: 'Choose a partition key with more values, a hierarchical key, or a synthetic one with shards.',
    explanation:
      'One logical partition serves at most 10,000 RU/s, however much is provisioned; what is read and written there queues up.',
  },
  PARTITION_TOO_LARGE: {
    severity: 'warning',
    title: 'One logical partition heads for 20 GB',
    advice:
      'Choose a partition key with more values, or a hierarchical one. At 20 GB writes to that partition fail (403/1014).',
    explanation:
      'A logical partition holds at most 20 GB, and its key cannot be changed later without copying the container.',
  },
  PARTITION_FULL: {
    severity: 'error',
    status: 403,
    title: 'The logical partition has its 20 GB',
    advice: 'Choose a partition key with more values, or a hierarchical one, and copy the container.',
    explanation:
      'The service keeps 20 GB under one partition key value and then refuses every further document of it (403/1014). The run goes on with the others.',
  },
  REFUSED_BY_SERVICE: {
    severity: 'error',
    status: 400,
    title: 'The service refuses the document',
    advice:
      'Read what the service says, correct the document by a step, and please report what no rehearsal has found.',
    explanation:
      'What the service is known to refuse is refused by a rehearsal already. This is something else, told in the words of the service.',
  },
  TTL_INVALID: {
    severity: 'error',
    status: 400,
    title: 'There is no valid time to live',
    advice: 'Use -1 or a whole number of seconds from 1 to 2,147,483,647, or remove the property.',
    explanation: 'The service refuses items whose ttl is null, 0, text or a fraction.',
  },
};
