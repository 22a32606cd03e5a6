// Documents that went wrong elsewhere, from public reports, small and typed anew.

export interface Case {
  readonly name: string;
  readonly lines: readonly string[];
  readonly steps?: string;
  readonly source?: string;
  readonly partitionKey?: string;
  readonly uniqueKeys?: string;
  /** The accepted documents; default: all lines as they are. */
  readonly accepted?: readonly string[];
  /** `CODE line path`, then behind a colon what the message holds, for findings that have to be there. */
  readonly says?: readonly string[];
  /** No other findings than those. */
  readonly silent?: true;
}

export const cases: readonly Case[] = [
  {
    name: 'a copy keeps an integer beyond 2^53',
    lines: ['{"id":"a","n":9007199254740995}'],
    says: ['NUMBER_UNSAFE 1 /n'],
  },
  {
    name: 'an integer beyond 2^53 that is a double is unsafe, as JavaScript prints it otherwise',
    lines: ['{"id":"a","n":1400079514980214784}'],
    says: ['NUMBER_UNSAFE 1 /n'],
  },
  { name: 'a copy keeps negative zeros', lines: ['{"id":"a","x":-0,"y":-0.0,"z":0}'], silent: true },
  {
    name: 'a copy prints no number anew',
    lines: ['{"id":"a","t":2100.607537417505,"u":0.30000000000000004}'],
    silent: true,
  },
  {
    name: 'stringify unsafe takes long integers with all their digits, and no exponents',
    steps: '[{ stringify: unsafe }]',
    lines: ['{"id":"a","n":228930314431312346,"x":6.02e23,"y":1e-7,"z":5}'],
    accepted: ['{"id":"a","n":"228930314431312346","x":6.02e23,"y":1e-7,"z":5}'],
    silent: true,
  },
  {
    name: 'stringify unsafe looks into arrays of arrays',
    steps: '[{ stringify: unsafe }]',
    lines: ['{"id":"a","p":[{"s":[12345678901234567891,[98765432109876543211,7]]},{"s":[]}]}'],
    accepted: ['{"id":"a","p":[{"s":["12345678901234567891",["98765432109876543211",7]]},{"s":[]}]}'],
  },
  {
    name: 'stringify unsafe leaves 17-digit prints of doubles alone',
    steps: '[{ stringify: unsafe }]',
    lines: ['{"id":"a","lon":-65.613616999999977,"sum":12345678901234567.89}'],
    accepted: ['{"id":"a","lon":-65.613616999999977,"sum":"12345678901234567.89"}'],
  },
  {
    name: 'text that looks like a number stays as it is',
    steps: '[{ stringify: unsafe }, { flatten: /o }]',
    lines: ['{"id":"a","h":"476677170e9305605797914","c":"0012","o":{"e":"1e5","s":" 7 "}}'],
    accepted: ['{"id":"a","h":"476677170e9305605797914","c":"0012","o_e":"1e5","o_s":" 7 "}'],
  },
  {
    name: 'stringify of a path takes safe numbers too, and no other path',
    steps: '[{ stringify: [/balance] }]',
    lines: ['{"id":"a","balance":9007199254740995,"n":42}', '{"id":"b","balance":3,"n":42}'],
    accepted: ['{"id":"a","balance":"9007199254740995","n":42}', '{"id":"b","balance":"3","n":42}'],
  },
  {
    name: 'wrappers of other databases are plain objects',
    lines: ['{"id":"a","p":{"$numberDecimal":"19.990"}}'],
    silent: true,
  },
  {
    name: 'a container refuses repeated keys at any depth',
    lines: ['{"id":"a","q":1,"q":2,"line":{"s":"A","s":"B"}}'],
    accepted: [],
    says: ['DUPLICATE_KEY 1 /q: /line/s', 'DUPLICATE_KEY 1 /q: duplicateKeys: last'],
  },
  {
    name: 'the last of repeated keys wins where the source says so, and it is said',
    source: ', duplicateKeys: last',
    lines: ['{"id":"a","q":1,"q":2,"line":{"s":"A","s":"B"}}'],
    accepted: ['{"id":"a","q":2,"line":{"s":"B"}}'],
    says: ['DUPLICATE_KEY 1 /q'],
  },
  {
    name: 'names with the separator in them clash when flattened',
    steps: '[{ flatten: { path: /p, separator: ".", depth: 2, onConflict: reject } }]',
    lines: ['{"id":"a","p":{"m.d":true,"m":{"d":false}}}'],
    accepted: [],
    says: ['FLATTEN_COLLISION 1 /p.m.d: "p.m.d"'],
  },
  {
    name: 'names like indexes keep their places',
    lines: ['{"id":"a","b":1,"10":"x","2":"y","007":"z","a":0}'],
    silent: true,
  },
  {
    name: 'a quoted path names a property with a slash, not one inside another',
    uniqueKeys: `['/"a/b"']`,
    lines: ['{"id":"1","pk":"p","a/b":"x"}', '{"id":"2","pk":"p","a":{"b":"x"}}', '{"id":"3","pk":"p","a/b":"x"}'],
    accepted: ['{"id":"1","pk":"p","a/b":"x"}', '{"id":"2","pk":"p","a":{"b":"x"}}'],
    says: ['UNIQUE_KEY_CONFLICT 3 /"a/b": "1"'],
  },
  {
    name: 'names with something that cannot be seen in them',
    partitionKey: '/lang',
    uniqueKeys: '[/ISO]',
    lines: ['{"id":"1","lang":"nb","\u{feff}ISO":578}', '{"id":"2","lang":"nb","\u{feff}ISO":752}'],
    accepted: ['{"id":"1","lang":"nb","\u{feff}ISO":578}'],
    says: ['UNIQUE_KEY_CONFLICT 2 /ISO', 'UNIQUE_KEY_NULL 1 /ISO: 2 of 2', 'UNIQUE_KEY_PATH_CASE 1 /ISO: \\ufeffISO'],
  },
  {
    name: 'only the five properties of the service are dropped',
    lines: ['{"id":"1","_rid":"x","_self":"s","_etag":"e","_attachments":"a","_ts":1,"_lsn":7,"_id":"m","_type":"u"}'],
    accepted: ['{"id":"1","_lsn":7,"_id":"m","_type":"u"}'],
  },
  {
    name: 'names with $ are plain names',
    lines: ['{"id":"1","pet":{"$type":"Dog"},"$ref":"#/x","$id":"7"}'],
    silent: true,
  },
  {
    name: 'times are text, and ordering by them changes none',
    steps: '[{ split: { path: /l, into: document, keep: { as: kept, newest: 1, by: /t }, id: "{parent/id}{#}" } }]',
    lines: ['{"id":"1","l":[{"t":"2024-03-10T02:30:00+05:30"},{"t":"2024-02-30"},{"t":"0001-01-01T00:00:00"}]}'],
    accepted: [
      '{"id":"1","kept":[{"t":"2024-03-10T02:30:00+05:30"}]}',
      '{"t":"2024-03-10T02:30:00+05:30","id":"10"}',
      '{"t":"2024-02-30","id":"11"}',
      '{"t":"0001-01-01T00:00:00","id":"12"}',
    ],
  },
  {
    name: 'numbers become ids by value, and clash with text of the same digits',
    steps: '[{ id: { from: /id } }]',
    lines: [
      '{"id":1,"n":"a"}',
      '{"id":"1","n":"b"}',
      '{"id":1.0,"n":"c"}',
      '{"id":9007199254740995}',
      '{"id":true}',
      '{"id":null}',
      '{"n":"g"}',
    ],
    accepted: ['{"id":"1","n":"a"}', '{"id":"9007199254740995"}'],
    says: [
      'ID_DUPLICATE 2 /id: "1"',
      'ID_DUPLICATE 3 /id',
      'ID_INVALID 5 /id: boolean',
      'ID_MISSING 6 /id',
      'ID_MISSING 7 /id',
    ],
  },
  {
    name: 'ids that are numbers are refused, shown with all their digits',
    lines: ['{"id":9007199254740995}'],
    accepted: [],
    says: ['ID_INVALID 1 /id 9007199254740995'],
  },
  {
    name: 'blanks around ids are named, and nothing is trimmed',
    lines: ['{"id":"12345 "}', '{"id":" 12345"}', '{"id":"12345"}', '{"id":" "}', '{"id":""}'],
    accepted: ['{"id":"12345 "}', '{"id":" 12345"}', '{"id":"12345"}'],
    says: ['ID_RISKY 1 /id', 'ID_RISKY 2 /id', 'ID_INVALID 4 /id', 'ID_INVALID 5 /id'],
  },
  {
    name: 'the length of ids counts bytes',
    lines: [511, 512].map((length) => `{"id":"${'é'.repeat(length)}"}`),
    accepted: [`{"id":"${'é'.repeat(511)}"}`],
    says: ['ID_INVALID 2 /id: 1024 bytes'],
  },
  {
    name: 'missing, null, 0, false and empty are five partitions',
    lines: [
      '{"id":"1"}',
      '{"id":"1","pk":null}',
      '{"id":"1","pk":0}',
      '{"id":"1","pk":false}',
      '{"id":"1","pk":""}',
      '{"id":"1","pk":{}}',
    ],
    accepted: [
      '{"id":"1"}',
      '{"id":"1","pk":null}',
      '{"id":"1","pk":0}',
      '{"id":"1","pk":false}',
      '{"id":"1","pk":""}',
    ],
    says: ['PARTITION_KEY_MISSING 1 /pk: missing in 1 and null in 1', 'PARTITION_KEY_INVALID 6 /pk: object'],
  },
  {
    name: 'a nested partition key is missing below null and text, and a dot in a name is no path',
    partitionKey: '/d/k',
    lines: [
      '{"id":"1","d":{"k":"a"}}',
      '{"id":"2","d":{}}',
      '{"id":"3","d":null}',
      '{"id":"4","d":"x"}',
      '{"id":"5","d.k":"a"}',
    ],
    says: ['PARTITION_KEY_MISSING 2 /d/k: missing in 4 of 5'],
  },
  {
    name: 'the same id may stand in the partitions 1, "1" and 1.5',
    partitionKey: '/t',
    lines: ['{"id":"x","t":1}', '{"id":"x","t":"1"}', '{"id":"x","t":1.5}'],
    says: ['MIXED_TYPES - /t: 1 string, 2 numbers'],
  },
  {
    name: 'long partition keys with one beginning stay apart, and too long ones are refused',
    lines: [1, 2]
      .map((i) => `{"id":"same","pk":"${'x'.repeat(110)}-${i}"}`)
      .concat(`{"id":"3","pk":"${'x'.repeat(2049)}"}`),
    accepted: [1, 2].map((i) => `{"id":"same","pk":"${'x'.repeat(110)}-${i}"}`),
    says: ['PARTITION_KEY_TOO_LONG 3 /pk: 2049'],
  },
  {
    name: 'unique keys see case, blanks and the composition of letters, and that is pointed at',
    uniqueKeys: '[/e]',
    lines: ['Kim', 'kim', 'kim ', 'caf\u00e9', 'cafe\u0301'].map((e, i) => `{"id":"${i}","e":"${e}"}`),
    says: ['UNIQUE_KEY_NEAR_DUPLICATE 2 /e'],
  },
  {
    name: 'missing and null are one value of a unique key, within one partition',
    uniqueKeys: '[/e]',
    lines: [
      '{"id":"1","pk":"c","e":null}',
      '{"id":"2","pk":"c"}',
      '{"id":"3","pk":"d"}',
      '{"id":"4","pk":"c","e":""}',
      '{"id":"5","pk":"c","e":"null"}',
    ],
    accepted: [
      '{"id":"1","pk":"c","e":null}',
      '{"id":"3","pk":"d"}',
      '{"id":"4","pk":"c","e":""}',
      '{"id":"5","pk":"c","e":"null"}',
    ],
    says: ['UNIQUE_KEY_CONFLICT 2 /e: null', 'UNIQUE_KEY_NULL 1 /e'],
  },
  {
    name: 'a path that is written otherwise in the data finds nothing, in any of its names',
    uniqueKeys: '[/address/zip]',
    lines: ['{"id":"1","address":{"Zip":"a"}}', '{"id":"2","address":{"Zip":"b"}}', '{"id":"3","Address":{"zip":"c"}}'],
    accepted: ['{"id":"1","address":{"Zip":"a"}}'],
    says: [
      'UNIQUE_KEY_PATH_CASE 1 /address/zip: /address/Zip (2), /Address/zip (1)',
      'UNIQUE_KEY_CONFLICT 2 /address/zip',
      'UNIQUE_KEY_CONFLICT 3 /address/zip',
    ],
  },
  {
    name: 'a path through an array finds nothing',
    uniqueKeys: '[/a/z]',
    lines: ['{"id":"1","a":[{"z":1}]}', '{"id":"2","a":[{"z":2}]}'],
    accepted: ['{"id":"1","a":[{"z":1}]}'],
    says: ['UNIQUE_KEY_CONFLICT 2 /a/z: null', 'UNIQUE_KEY_NULL 1 /a/z: array'],
  },
  {
    name: 'and finds what was lifted out of it',
    steps: '[{ flatten: /a }]',
    uniqueKeys: '[/z]',
    lines: ['{"id":"1","a":[{"z":1}]}', '{"id":"2","a":[{"z":2}]}'],
    accepted: ['{"id":"1","z":1}', '{"id":"2","z":2}'],
    says: [],
  },
  {
    name: 'what is unique and which ids clash is a matter of one partition',
    partitionKey: '/s',
    uniqueKeys: '[/n]',
    lines: ['{"id":"1","s":"a","n":7}', '{"id":"2","s":"b","n":7}', '{"id":"2","s":"a","n":8}'],
    silent: true,
  },
  {
    name: 'unique values that are no scalars are not said to be safe',
    uniqueKeys: '[/a]',
    lines: ['{"id":"1","a":{"z":"1"}}', '{"id":"2","a":["1"]}'],
    says: ['UNIQUE_KEY_NOT_SCALAR 1 /a: not documented'],
  },
  {
    name: 'sizes are those of the text that would be sent, and the doubt about 2 MB is named',
    lines: [
      `{"id":"a","t":"${'x'.repeat(2_000_000)}"}`,
      `{"id":"b","t":[${Array.from({ length: 105_500 }, () => '-65.613616999999977').join()}]}`,
    ],
    accepted: [`{"id":"a","t":"${'x'.repeat(2_000_000)}"}`],
    says: ['ITEM_NEARLY_TOO_LARGE 1: 2097152', 'ITEM_TOO_LARGE 2: 2110'],
  },
];
