/** Which binary file is this, by the bytes that it begins with? Its name, and what to do with it. */
import { Buffer } from 'node:buffer';

export interface Foreign {
  /** What it is, in words behind "this is". */
  readonly what: string;
  readonly advice: string;
}

export function foreignBinary(content: Buffer): Foreign | undefined {
  const found = MAGIC.find(({ at = 0, magic }) => {
    // A word may stand anywhere in text, which has no zeros.
    if (at > 0 && !content.subarray(0, at).includes(0)) return false;
    return content.subarray(at, at + magic.length).equals(magic);
  });
  if (found !== undefined) return found;
  if (isBson(content)) return BSON;
  return content.length >= LEAST_ZEROS && content.every((byte) => byte === 0) ? ZEROS : undefined;
}

interface Marked extends Foreign {
  readonly magic: Buffer;
  /** Where the mark stands, if not at the start. */
  readonly at?: number;
}

const MAGIC: readonly Marked[] = [
  packed('1f8b', 'gzip data', 'gunzip'),
  packed('28b52ffd', 'zstd data', 'zstd -d'),
  packed('fd377a585a00', 'xz data', 'xz -d'),
  packed('425a68', 'bzip2 data', 'bunzip2'),
  packed('04224d18', 'lz4 data', 'lz4 -d'),
  packed('ff060000734e61507059', 'Snappy data', 'snzip -d'),
  packed('1f9d', 'data of compress', 'uncompress'),
  packed('377abcaf271c', 'a 7-Zip archive', '7z x'),
  packed('526172211a07', 'a RAR archive', 'unrar x'),
  { ...packed('7573746172', 'a tar archive', 'tar -xf'), at: 257 },
  {
    ...packed('504b0304', 'a zip archive, or an Excel workbook', 'unzip'),
    advice: 'Unpack it first (unzip) and name the files in it; save a workbook as CSV and convert that to NDJSON.',
  },
  exported('d0cf11e0a1b11ae1', 'an Excel workbook or another Office file', 'Save it as CSV and convert that to NDJSON'),
  exported(
    '50415231',
    'a Parquet file',
    `Write it as NDJSON first, for example duckdb -c "COPY (FROM 'FILE.parquet') TO 'FILE.ndjson' (FORMAT json)"`,
  ),
  exported('4f524301', 'an ORC file', 'Write it as NDJSON first, for example with Spark'),
  exported('4f52430a', 'an ORC file', 'Write it as NDJSON first, for example with Spark'),
  exported('4f626a01', 'an Avro file', 'Write it as NDJSON first (avro-tools tojson)'),
  exported('4152524f5731', 'an Arrow or Feather file', 'Write it as NDJSON first, for example with DuckDB or pandas'),
  exported(
    '53514c69746520666f726d6174203300',
    'a SQLite database',
    'Write its rows as NDJSON first, for example with sqlite3 and json_object',
  ),
  exported(
    '6de29981',
    'an archive of mongodump',
    'Restore it into a database and write it with mongoexport, whose files are read as they are',
  ),
  exported('25504446', 'a PDF document', 'Name a file of JSON'),
  exported('7b5c727466', 'a document in rich text', 'Save it as plain text'),
];

const BSON: Foreign = {
  what: 'a BSON file, as mongodump writes',
  advice:
    'Write it as lines of JSON (bsondump --outFile=FILE.ndjson FILE.bson) and say `extendedJson: true` in the source.',
};

const LEAST_ZEROS = 64;
const ZEROS: Foreign = {
  what: 'a file of zero bytes, as a broken download or a full disk leaves it',
  advice: 'Copy or download it again.',
};

/** Types that an element of BSON may have. */
const BSON_TYPES = new Set([...Array.from({ length: 0x13 }, (_, i) => i + 1), 0x7f, 0xff]);
/** A document of BSON has 16 MB at most, and a little more inside the database. */
const LARGEST_BSON = 17 * 1024 * 1024;

/** A length, a type, and a name that ends with a zero: what no text begins with. */
function isBson(content: Buffer): boolean {
  if (content.length < 7) return false;
  const length = content.readInt32LE(0);
  if (length < 5 || length > LARGEST_BSON || !BSON_TYPES.has(content[4]!)) return false;
  const end = content.indexOf(0, 5);
  return end > 5 && content.subarray(5, end).every((byte) => byte >= 32);
}

function packed(magic: string, what: string, command: string): Marked {
  return { magic: Buffer.from(magic, 'hex'), what, advice: `Unpack it first (${command}).` };
}

function exported(magic: string, what: string, advice: string): Marked {
  return { magic: Buffer.from(magic, 'hex'), what, advice: `${advice}.` };
}
