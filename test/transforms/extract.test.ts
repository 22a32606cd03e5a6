import { describe, expect, it } from 'vitest';
import { recorded } from '../transform/recorded.ts';

describe('extract', () => {
  it('gives the document first, then what was embedded in it, one object after the other', async () => {
    const { events, made } = await recorded('- extract: { path: /list/*, into: item, key: /k, id: "{/k}" }', [
      '{"id":"p1","list":[{"k":"a"},{"k":"b"},{"k":"a"},{"k":"b","other":1},{"k":"c"}]}',
      '{"id":"p2","list":[{"k":"c"}]}',
    ]);
    expect(events).toEqual([
      'emit post p1',
      'emit item a of #0',
      'emit item b of #0',
      'merge item a',
      'reject item b at extract: EXTRACT_CONFLICT',
      'emit item c of #0',
      'emit post p2',
      'merge item c',
    ]);
    expect(made).toEqual({ item: 6 });
  });

  it('leaves nothing of a document that it rejects, not even a key', async () => {
    const { events, made } = await recorded('- extract: { path: /list/*, into: item, key: /k, onConflict: first }', [
      '{"id":"p1","list":[{"k":"a","v":1},{"k":"a","v":2},7]}',
      '{"id":"p2","list":[{"k":"a","v":2}]}',
    ]);
    expect(events).toEqual(['reject post p1 at extract: NOT_AN_OBJECT', 'emit post p2', 'emit item a of #0']);
    expect(made).toEqual({ item: 1 });
  });

  it('leaves the objects of a document that falls later, and of a family', async () => {
    const steps = `
      - split: { path: /parts, into: part, onReject: family }
      - extract: { path: /maker, into: maker, key: /name }
        for: [post, part]
      - id: "{/needed}"
        for: part`;
    const { events } = await recorded(steps, [
      '{"id":"p","maker":{"name":"m1"},"parts":[{"id":1,"maker":{"name":"m2"},"needed":"x"},{"id":2,"maker":{"name":"m1"}}]}',
    ]);
    expect(events.filter((event) => event.includes('maker'))).toEqual([
      'merge maker m1',
      'emit maker m2, orphan',
      'emit maker m1, orphan',
    ]);
    expect(events.filter((event) => event.startsWith('reject'))).toHaveLength(3);
  });

  it('reports who came first, and changes nothing of what it refers to', async () => {
    const { events, texts } = await recorded(
      '- extract: { path: /a, into: item, key: /k, replaceWith: { aId: /id, v: /v }, onConflict: first }',
      ['{"id":"p1","a":{"id":"one","k":1,"v":1}}', '{"id":"p2","a":{"id":"two","k":1.0,"v":[2]}}'],
    );
    expect(events).toContain('noted EXTRACT_CONFLICT /a');
    expect(texts['post']).toEqual(['{"id":"p1","aId":"one","v":1}', '{"id":"p2","aId":"one","v":[2]}']);
    expect(texts['item']).toEqual(['{"id":"one","k":1,"v":1}']);
  });

  it('knows an object by its key alone, however deep that is', async () => {
    const deep = (inner: string): string => `${'['.repeat(30_000)}${inner}${']'.repeat(30_000)}`;
    const document = (id: string, key: string): string => `{"id":"${id}","a":{"id":"${id}","k":${key}}}`;
    const { events } = await recorded('- extract: { path: /a, into: item, key: /k, onConflict: first }', [
      document('p1', deep('1')),
      document('p2', deep('1.0')),
      document('p3', deep('2')),
    ]);
    expect(events.filter((event) => event.includes('item'))).toEqual([
      'emit item p1 of #0',
      'merge item p2',
      'emit item p3 of #0',
    ]);
  });

  it.each([
    ['{"k":1}', '{"k":"1"}', '1', '"1"'],
    ['{"k":"true","v":[1]}', '{"k":true}', '"true"', 'true'],
  ])('names both keys where %s and %s would have one id', async (first, later, one, other) => {
    const { rejections } = await recorded('- extract: { path: /a, into: item, key: /k }', [
      `{"id":"p1","a":${first}}`,
      `{"id":"p2","a":${later}}`,
    ]);
    const id = one.replaceAll('"', '');
    expect(rejections).toEqual([
      {
        code: 'EXTRACT_CONFLICT',
        path: '/a',
        conflictsWith: { id },
        message: `The item with the key ${one} came first, and ${other} at /k is another key that prints as the same text, so that both would have the id "${id}". Where they mean one thing, convert the key in an earlier step; where they do not, give the step an id that tells them apart.`,
      },
    ]);
  });
});
