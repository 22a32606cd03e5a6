/** Which kind of request was sent to the items of a container? The protocol tells them apart by headers. */
import type { Handler } from './handler.ts';
import { writeItem } from './point-operations.ts';
import type { ServedRequest } from './request.ts';

/** A kind of request by POST, the first that fits; else an item is written. */
const POSTED: readonly { readonly fits: (request: ServedRequest) => boolean; readonly handler: Handler }[] = [];

export const postDocuments: Handler = (request, account) =>
  (POSTED.find(({ fits }) => fits(request))?.handler ?? writeItem)(request, account);
