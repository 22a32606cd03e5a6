/** Which databases are there? Creates, lists, reads and deletes them. */
import { type Answer, json, refusal } from './answer.ts';
import type { Account } from './handler.ts';
import { objectIn, type ServedRequest } from './request.ts';
import { nameProblem } from './resource-name.ts';
import { type DatabaseResource, resourceEtag, selfOf } from './resources.ts';
import { askedThroughput } from './throughput.ts';

export function createDatabase(request: ServedRequest, { catalog }: Account): Answer {
  const id = objectIn(request)?.['id'];
  const problem = nameProblem(id);
  if (problem !== undefined) return refusal(400, { detail: problem });
  const throughput = askedThroughput(request);
  if (typeof throughput === 'string') return refusal(400, { detail: throughput });
  if (catalog.databases.has(String(id))) return refusal(409, { detail: `There is a database ${String(id)} already.` });
  return json(201, databaseBody(catalog.createDatabase(String(id), throughput)));
}

export function listDatabases(_request: ServedRequest, { catalog }: Account): Answer {
  const databases = [...catalog.databases.values()].map(databaseBody);
  return json(200, { _rid: '', Databases: databases, _count: databases.length });
}

export function readDatabase(request: ServedRequest, account: Account): Answer {
  return withDatabase(request, account, (database) => json(200, databaseBody(database)));
}

export function deleteDatabase(request: ServedRequest, account: Account): Answer {
  return withDatabase(request, account, (database) => {
    account.catalog.deleteDatabase(database);
    return { status: 204 };
  });
}

/** The answer for the database that the request names, 404 where there is none. */
export function withDatabase(
  { path }: ServedRequest,
  { catalog }: Account,
  answer: (database: DatabaseResource) => Answer,
): Answer {
  const database = catalog.databases.get(path.names[0]!);
  return database === undefined ? refusal(404, { detail: `There is no database ${path.names[0]}.` }) : answer(database);
}

function databaseBody(database: DatabaseResource): object {
  const { id, rid, written } = database;
  const etag = resourceEtag(1, written);
  return { id, _rid: rid, _self: selfOf(database), _etag: etag, _colls: 'colls/', _users: 'users/', _ts: written };
}
