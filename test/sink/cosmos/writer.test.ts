import { describe, expect, it } from 'vitest';
import { Fatal } from '../../../src/errors.ts';
import { RequestUnits } from '../../../src/sink/cosmos/request-units.ts';
import { answering, type BulkRequest, created, type ServiceAnswer } from './answering.ts';
import { writing } from './writing.ts';

const FULL = { id: '0', min: '', max: 'FF' };
const LOWER = { id: '1', min: '', max: '1FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF' };
const UPPER = { id: '2', min: '1FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF', max: 'FF' };

describe('the writer', () => {
  it('writes every document once, in full requests', async () => {
    const service = await answering(({ operations }) => created(operations));
    const { settled, write, twice } = await writing(service);
    await write(3_000);
    expect(settled.size).toBe(3_000);
    expect(twice()).toBe(0);
    expect([...settled.values()].every(({ kind }) => kind === 'written')).toBe(true);
    const ids = service.requests.flatMap(({ operations }) => operations.map(({ resourceBody }) => resourceBody.id));
    expect(new Set(ids).size).toBe(3_000);
    expect(ids.length).toBe(3_000);
    expect(service.requests.length).toBeLessThan(40);
  });

  it('sends the bytes of a document as they are, digits, escapes and repeated keys included', async () => {
    const service = await answering(({ operations }) => created(operations));
    const { addText, writer } = await writing(service);
    const text = '{"id":"a","pk":"ä\\u0031","n":9007199254740993,"m":1e400,"z":1.50,"t":"\\ud800","n":1}';
    addText('a', 'ä1', text);
    await writer.allSettled();
    expect(service.requests[0]!.text).toBe(
      `[{"operationType":"Create","partitionKey":"[\\"ä1\\"]","resourceBody":${text}}]`,
    );
  });

  it('keeps requests under the size and the number of operations that the service takes', async () => {
    const service = await answering(({ operations }) => created(operations));
    const { addText, writer } = await writing(service);
    for (let i = 0; i < 300; i++) addText(`d${i}`, 'p', JSON.stringify({ id: `d${i}`, pk: 'p', x: 'x'.repeat(5_000) }));
    addText('large', 'p', JSON.stringify({ id: 'large', pk: 'p', x: 'x'.repeat(1_000_000) }));
    await writer.allSettled();
    for (const { operations, text } of service.requests)
      expect(operations.length === 1 || text.length <= 220_201).toBe(true);
    expect(service.requests.every(({ operations }) => operations.length <= 100)).toBe(true);
  });

  it('sends each document to the range that has it', async () => {
    const service = await answering(({ operations }) => created(operations));
    service.ranges = [LOWER, UPPER];
    const { write } = await writing(service);
    await write(500);
    expect(new Set(service.requests.map(({ range }) => range))).toEqual(new Set(['1', '2']));
  });

  it('takes what was written by an answer that got lost as written', async () => {
    const service = await answering(({ operations, number }) => {
      if (number > 0) {
        const statusOf = (id: string): number => (service.items.has(id) ? 409 : 201);
        const body = operations.map(({ resourceBody: { id } }) => ({ statusCode: statusOf(id), requestCharge: 1 }));
        return { status: 207, body };
      }
      for (const { resourceBody } of operations)
        service.items.set(resourceBody.id, { ...resourceBody, _rid: 'x', _ts: 1 });
      return 'reset';
    });
    const { settled, write } = await writing(service);
    await write(20);
    expect([...settled.values()].every(({ kind }) => kind === 'written')).toBe(true);
  });

  it('rejects a document whose id another one has, and names it', async () => {
    const service = await answering(() => ({ status: 207, body: [{ statusCode: 409, requestCharge: 1 }] }));
    service.items.set('a', { id: 'a', pk: 'p', other: true });
    const { add, settled, writer } = await writing(service);
    add({ id: 'a', pk: 'p' });
    await writer.allSettled();
    expect(settled.get(0)).toEqual({
      kind: 'refused',
      refusal: {
        kind: 'conflict',
        code: 'ID_DUPLICATE',
        key: { partitionKey: ['p'], uniqueKey: ['/id'], values: ['a'] },
        holder: { id: 'a', partitionKey: ['p'] },
      },
    });
  });

  it.each(['create', 'upsert'] as const)(
    'rejects under %s a document whose unique key another one has',
    async (mode) => {
      const service = await answering(() => ({ status: 207, body: [{ statusCode: 409, requestCharge: 1 }] }));
      service.found = [{ id: 'holder' }];
      const { add, settled, writer } = await writing(service, { mode });
      add({ id: 'a', pk: 'p', email: 'x@y' });
      await writer.allSettled();
      expect(settled.get(0)).toMatchObject({
        refusal: {
          code: 'UNIQUE_KEY_CONFLICT',
          key: { uniqueKey: ['/email'], values: ['x@y'] },
          holder: { id: 'holder' },
        },
      });
      expect(service.queries[0]).toMatchObject({
        query: 'SELECT c.id FROM c WHERE c["email"] = @v0 AND c.id != @id',
        parameters: [
          { name: '@v0', value: 'x@y' },
          { name: '@id', value: 'a' },
        ],
      });
    },
  );

  it('asks for missing and null alike when it looks for the holder of a key', async () => {
    const service = await answering(() => ({ status: 207, body: [{ statusCode: 409, requestCharge: 1 }] }));
    service.found = [{ id: 'holder' }];
    const { add, settled, writer } = await writing(service);
    add({ id: 'a', pk: 'p' });
    await writer.allSettled();
    expect(settled.get(0)).toMatchObject({ refusal: { key: { values: [null] } } });
    expect(service.queries[0]!.query).toContain('(NOT IS_DEFINED(c["email"]) OR IS_NULL(c["email"]))');
  });

  it('rejects what is too large by itself, and writes its neighbours', async () => {
    const service = await answering(({ operations }) =>
      operations.some(({ resourceBody }) => resourceBody.id === 'd7')
        ? { status: 413, body: { code: 'RequestEntityTooLarge', message: 'Request size is too large' } }
        : created(operations),
    );
    const { settled, write } = await writing(service);
    await write(60);
    expect([...settled].filter(([, { kind }]) => kind === 'refused').map(([number]) => number)).toEqual([7]);
    expect(settled.get(7)).toMatchObject({ refusal: { rejection: { code: 'ITEM_TOO_LARGE' } } });
  });

  it('finds the one document that a whole request was refused for', async () => {
    const service = await answering(({ operations }) =>
      operations.some(({ resourceBody }) => resourceBody.id === 'd3')
        ? { status: 400, body: { code: 'BadRequest', message: 'Syntax error' } }
        : created(operations),
    );
    const { settled, write } = await writing(service);
    await write(100);
    expect([...settled].filter(([, { kind }]) => kind === 'refused').map(([number]) => number)).toEqual([3]);
    expect(settled.get(3)).toMatchObject({
      refusal: {
        rejection: { code: 'REFUSED_BY_SERVICE', message: expect.stringContaining('Syntax error') as string },
      },
    });
  });

  it('goes on where a logical partition is full, without its documents', async () => {
    const service = await answering(({ operations }) => ({
      status: 207,
      body: operations.map(({ partitionKey }) =>
        partitionKey === '["p4"]' ? { statusCode: 403, subStatusCode: 1014 } : { statusCode: 201, requestCharge: 5 },
      ),
    }));
    const { settled, write } = await writing(service);
    await write(100);
    const refused = [...settled.values()].filter(({ kind }) => kind === 'refused');
    expect(refused).toHaveLength(2);
    expect(refused[0]).toMatchObject({ refusal: { rejection: { code: 'PARTITION_FULL' } } });
  });

  const PASSING: readonly (readonly [string, (request: BulkRequest) => ServiceAnswer | 'reset' | 'hang'])[] = [
    ['429', () => ({ status: 429, body: {}, headers: { 'x-ms-retry-after-ms': '20' } })],
    ['408', () => ({ status: 408, body: { message: 'timeout' } })],
    ['449', () => ({ status: 449, body: { message: 'retry with' } })],
    ['500', () => ({ status: 500, body: { message: 'trouble' } })],
    ['503', () => ({ status: 503, body: { message: 'busy' } })],
    ['503 with HTML', () => ({ status: 503, body: '<html>busy</html>' })],
    ['200 with HTML', () => ({ status: 200, body: '<html>hello</html>' })],
    ['an empty body', () => ({ status: 502, body: '' })],
    ['410/1002', () => ({ status: 410, body: { message: 'gone' }, headers: { 'x-ms-substatus': '1002' } })],
    ['410/1007', () => ({ status: 410, body: { message: 'split' }, headers: { 'x-ms-substatus': '1007' } })],
    ['401 once', () => ({ status: 401, body: { message: 'expired' } })],
    ['a reset', () => 'reset'],
    ['silence', () => 'hang'],
    ['429 of each operation', ({ operations }) => each(operations, { statusCode: 429, retryAfterMilliseconds: 10 })],
    ['449 of each operation', ({ operations }) => each(operations, { statusCode: 449 })],
    ['424 of each operation', ({ operations }) => each(operations, { statusCode: 424 })],
    ['operations without an answer', ({ operations }) => each(operations, {})],
  ];

  it.each(PASSING)('gets over %s', async (_, trouble) => {
    const service = await answering((request) =>
      request.number === 0 ? trouble(request) : created(request.operations),
    );
    const { settled, twice, write } = await writing(service);
    await write(120);
    expect(settled.size).toBe(120);
    expect(twice()).toBe(0);
    expect([...settled.values()].every(({ kind }) => kind === 'written')).toBe(true);
  });

  it.each<readonly [string, ServiceAnswer | 'reset' | 'hang', string]>([
    ['503 for ever', { status: 503, body: { message: 'busy' } }, '503 (busy)'],
    ['429 for ever', { status: 429, body: {}, headers: { 'x-ms-retry-after-ms': '10' } }, '429'],
    ['410 for ever', { status: 410, body: {}, headers: { 'x-ms-substatus': '1007' } }, '410/1007'],
    ['resets for ever', 'reset', 'no answer'],
    ['silence for ever', 'hang', 'no request has been answered'],
  ])('ends with what did not answer after %s', async (_, trouble, named) => {
    const service = await answering(() => trouble);
    const { write } = await writing(service, { patience: 400 });
    const failure: unknown = await write(250).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Fatal);
    expect((failure as Fatal).exit).toBe('fatal');
    expect((failure as Fatal).message).toContain('Container main has taken no document for');
    expect((failure as Fatal).message).toContain(named);
  });

  it.each<readonly [string, ServiceAnswer, string]>([
    ['401 twice', { status: 401, body: { message: 'wrong key' } }, 'the right one for this account'],
    ['403', { status: 403, body: { message: 'no' }, headers: { 'x-ms-substatus': '5302' } }, 'Data Contributor'],
    ['404', { status: 404, body: { message: 'gone' } }, 'still there'],
  ])('stops with advice at %s', async (_, trouble, advice) => {
    const service = await answering(() => trouble);
    const { write } = await writing(service);
    const failure: unknown = await write(10).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Fatal);
    expect((failure as Fatal).advice).toContain(advice);
  });

  it('follows a range that is split while documents wait for it', async () => {
    const service = await answering(({ range, operations, number }) => {
      if (number >= 3) service.ranges = [LOWER, UPPER];
      return range === '0' && number >= 3
        ? { status: 410, body: { message: 'gone' }, headers: { 'x-ms-substatus': '1002' } }
        : created(operations);
    });
    service.ranges = [FULL];
    const { settled, twice, write } = await writing(service);
    await write(2_000);
    expect(settled.size).toBe(2_000);
    expect(twice()).toBe(0);
    const [lower, upper] = ['1', '2'].map((id) => service.requests.filter(({ range }) => range === id));
    expect(lower!.length).toBeGreaterThan(0);
    expect(upper!.length).toBeGreaterThan(0);
  });

  it('spends no more request units than the run may', async () => {
    const service = await answering(({ operations }) => created(operations, 10));
    const { write, writer } = await writing(service, { budget: new RequestUnits(5_000) });
    const from = Date.now();
    await write(1_000);
    const seconds = (Date.now() - from) / 1000;
    // A quarter of a second's worth may be spent at once.
    expect(writer.facts.units).toBe(10_000);
    expect(seconds).toBeGreaterThan(1.5);
    expect(seconds).toBeLessThan(3.5);
  });

  it('is full at some point, and free again when documents are settled', async () => {
    let answerNow = (): void => {};
    const wait = new Promise<void>((resolve) => (answerNow = resolve));
    const service = await answering(async ({ operations }) => {
      await wait;
      return created(operations);
    });
    const { addText, writer } = await writing(service);
    const text = JSON.stringify({ id: 'a', pk: 'p', x: 'x'.repeat(1_000_000) });
    for (let i = 0; i < 30; i++) addText(`d${i}`, 'p', text);
    let isFree = false;
    const room = writer.room().then(() => (isFree = true));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(isFree).toBe(false);
    answerNow();
    await room;
    await writer.allSettled();
  });
});

function each(operations: readonly unknown[], answer: object): ServiceAnswer {
  return { status: 207, body: operations.map(() => answer) };
}
