// What does a run read? Posts with everything in them that a run has to decide about, as the texts of their records.
import type { Random } from '../random.ts';

export interface SourceRecord {
  readonly text: string;
  /** Whether it is JSON: what is not would end an array. */
  readonly isJson: boolean;
}

/** So many elements that a run commits while it works on them. */
const VERY_MANY = 3_500;

export function makeRecords(random: Random, count: number): SourceRecord[] {
  const records: SourceRecord[] = [];
  const huge = random.below(count);
  for (let number = 0; number < count; number++) {
    if (number === huge) records.push(document(post(random, number, comments(random, VERY_MANY))));
    // What is in a file is told by its first record.
    records.push(number === 0 ? document(post(random, number, '[]')) : oneRecord(random, number, records));
  }
  return records;
}

function oneRecord(random: Random, number: number, earlier: readonly SourceRecord[]): SourceRecord {
  const kind = random.next();
  // Equal documents are merged, where there is someone to notice.
  if (kind < 0.01 && number > 0) return earlier[random.below(number)]!;
  // A document of the same id with other content is refused, after all have been read.
  if (kind < 0.02 && number > 0) return document(post(random, random.below(number), ''));
  if (kind < 0.03) return { text: `{"id":"p${number}","blog":`, isJson: false };
  if (kind < 0.04) return document(random.pick(['7', '"text"', 'null', '[{"id":"p"}]']));
  if (kind < 0.05) return document(post(random, number, random.pick(['"none"', 'true', '{"id":"c0"}'])));
  if (kind < 0.06) return document(post(random, number, 'null'));
  if (kind < 0.07) return document(`{"blog":"b1","slug":"without id ${number}","views":1}`);
  if (kind < 0.08) return document(`{"id":"p${number}","id":"p${number}","blog":"b2","slug":"twice ${number}"}`);
  return document(post(random, number, comments(random, random.chance(0.2) ? 1 + random.below(6) : 0)));
}

function document(text: string): SourceRecord {
  return { text, isJson: true };
}

function post(random: Random, number: number, array: string): string {
  const parts = [
    `"id":"p${number}"`,
    `"blog":"b${random.below(12)}"`,
    // One in fifty asks for the slug of another one.
    `"slug":"slug ${random.chance(0.02) ? random.below(200) : number + 1000}"`,
    `"views":${longNumber(random)}`,
    `"price": ${random.below(1000)}.${random.pick(['50', '5', '0', '1234567890123456789'])}`,
    `"author":{"name":"${words(random, 2)}","email":"a${random.below(500)}@example.org","blog":"own"}`,
    `"tags":[${random.chance(0.3) ? `"${words(random, 1)}","${words(random, 1)}"` : ''}]`,
    `"body":"${words(random, 3 + random.below(12))}"`,
    // Who wrote it, and to what it answers; some of them are not there.
    `"by":[${Array.from({ length: random.below(3) }, () => `"u${random.below(260)}"`).join(',')}]`,
    ...(random.chance(0.7) ? [`"parentId":"p${random.below(random.chance(0.03) ? 9_999 : number + 1)}"`] : []),
  ];
  if (array !== '') parts.push(`"comments":${array}`);
  return `{${parts.join(',')}}`;
}

function comments(random: Random, count: number): string {
  return `[${Array.from({ length: count }, (_, i) => comment(random, i)).join(',')}]`;
}

function comment(random: Random, number: number): string {
  // A repeated id makes children that lose; without one, the position is the id.
  const id = random.chance(0.9) ? `"id":"c${random.chance(0.02) ? 0 : number}",` : '';
  const at = `2024-0${1 + random.below(9)}-1${random.below(10)}T0${random.below(10)}:00:00Z`;
  return `{${id}"at":"${at}","likes":${longNumber(random)},"text":"${words(random, 1 + random.below(5))}"}`;
}

/** One in ten has more digits than a double. */
function longNumber(random: Random): string {
  return random.chance(0.1)
    ? `90071992547409${10 + random.below(90)}${random.below(10)}`
    : String(random.below(10_000));
}

const WORDS = ['lorem', 'ipsum', 'größe', '日本', 'dolor', '\\u00e9t\\u00e9', '😀', 'sit', 'amet', 'a\\"b', 'x'];

function words(random: Random, count: number): string {
  return Array.from({ length: count }, () => random.pick(WORDS)).join(' ');
}
