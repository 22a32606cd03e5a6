// What do posts refer to? People, who write them and stand above each other, and blogs, as the texts of their records.
import type { Random } from '../random.ts';
import type { SourceRecord } from './records.ts';

/** Some have an address in common; most have somebody above them, two each other. */
export function makePeople(random: Random, count: number): SourceRecord[] {
  return Array.from({ length: count }, (_, number) => {
    const kind = random.next();
    if (number > 2 && kind < 0.01) return { text: `{"id":"u${number}","email":`, isJson: false };
    if (number > 2 && kind < 0.02) return { text: 'null', isJson: true };
    return { text: person(random, kind < 0.05 ? random.below(count) : number), isJson: true };
  });
}

function person(random: Random, number: number): string {
  const above = number === 1 ? 2 : number === 2 ? 1 : random.below(Math.max(1, random.chance(0.02) ? 1000 : number));
  const parts = [
    `"id":"u${number}"`,
    ...(random.chance(0.95) ? [`"email":${random.chance(0.05) ? 'null' : `"a${random.below(60)}@example.org"`}`] : []),
    ...(random.chance(0.9) ? [`"bossId":"u${above}"`] : []),
    `"name":"${random.pick(NAMES)} ${random.pick(NAMES)}"`,
    `"blog":"b${random.below(14)}"`,
    `"at":${random.chance(0.05) ? 'null' : `"2023-0${1 + random.below(9)}-1${random.below(10)}"`}`,
    `"rank":${random.below(20)}.${random.pick(['5', '50', '1234567890123456789'])}`,
  ];
  return `{${parts.join(',')}}`;
}

/** More than there are, one twice, one that is called by a number, and one that nobody can read. */
export function makeBlogs(random: Random): string {
  const blogs = Array.from({ length: 40 }, (_, number) => {
    const id = number === 5 ? '5' : `"b${number === 9 ? 8 : number}"`;
    const tags = `"${random.pick(NAMES)}","${random.pick(NAMES)}"`;
    return `{"id":${id},"n":${number},"title":"${random.pick(NAMES)}","tags":[${tags}],"sold":${random.below(99)}.10}`;
  });
  return [...blogs.slice(0, 20), '{"id":', ...blogs.slice(20)].map((line) => `${line}\n`).join('');
}

const NAMES = ['lorem', 'ipsum', 'größe', '日本', 'dolor', '\\u00e9t\\u00e9', '😀', 'sit', 'amet'];
