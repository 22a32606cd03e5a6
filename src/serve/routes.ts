/** Who answers which request? By method and shape of the resource. */
import { readAccount } from './account.ts';
import { type Answer, refusal } from './answer.ts';
import { createContainer, deleteContainer, listContainers, readContainer, replaceContainer } from './containers.ts';
import { createDatabase, deleteDatabase, listDatabases, readDatabase } from './databases.ts';
import { getDocuments, postDocuments } from './documents.ts';
import type { Account, Handler } from './handler.ts';
import { listOffers, queryOffers, readOffer, replaceOffer } from './offers.ts';
import { listPartitionKeyRanges } from './partition-key-ranges.ts';
import { deleteItem, patchItem, readItem, replaceItem } from './point-operations.ts';
import type { ServedRequest } from './request.ts';

const ROUTES: Readonly<Record<string, Readonly<Record<string, Handler>>>> = {
  '': { GET: readAccount },
  dbs: { POST: createDatabase, GET: listDatabases },
  'dbs/*': { GET: readDatabase, DELETE: deleteDatabase },
  'dbs/*/colls': { POST: createContainer, GET: listContainers },
  'dbs/*/colls/*': { GET: readContainer, PUT: replaceContainer, DELETE: deleteContainer },
  'dbs/*/colls/*/pkranges': { GET: listPartitionKeyRanges },
  'dbs/*/colls/*/docs': { POST: postDocuments, GET: getDocuments },
  'dbs/*/colls/*/docs/*': { GET: readItem, PUT: replaceItem, PATCH: patchItem, DELETE: deleteItem },
  offers: { GET: listOffers, POST: queryOffers },
  'offers/*': { GET: readOffer, PUT: replaceOffer },
};

export function answerTo(request: ServedRequest, account: Account): Answer {
  const handlers = ROUTES[request.path.pattern];
  if (handlers === undefined) return refusal(404, { detail: `This server has no resource ${request.path.pattern}.` });
  const handler = handlers[request.method];
  if (handler === undefined)
    return refusal(405, { detail: `${request.method} is not answered at ${request.path.pattern}.` });
  return handler(request, account);
}
