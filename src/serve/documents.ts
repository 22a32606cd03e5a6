/** Which kind of request was sent to the items of a container? The protocol tells them apart by headers. */
import { bulk, isBulk } from './bulk.ts';
import { changeFeed, isChangeFeed } from './change-feed.ts';
import type { Handler } from './handler.ts';
import { writeItem } from './point-operations.ts';
import { isQuery, isQueryPlan, query, queryPlan } from './queries.ts';
import { readFeed } from './read-feed.ts';
import type { ServedRequest } from './request.ts';
import { isTransactionalBatch, transactionalBatch } from './transactional-batch.ts';

/** Kinds of request by POST; the first that fits. */
const POSTED: readonly { readonly fits: (request: ServedRequest) => boolean; readonly handler: Handler }[] = [
  { fits: isTransactionalBatch, handler: transactionalBatch },
  { fits: isBulk, handler: bulk },
  { fits: isQueryPlan, handler: queryPlan },
  { fits: isQuery, handler: query },
];

export const postDocuments: Handler = (request, account) =>
  (POSTED.find(({ fits }) => fits(request))?.handler ?? writeItem)(request, account);

export const getDocuments: Handler = (request, account) =>
  (isChangeFeed(request) ? changeFeed : readFeed)(request, account);
