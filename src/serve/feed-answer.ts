/** How is a page of items told? As one JSON text, put together of the items' own, with their number. */
import { Buffer } from 'node:buffer';
import type { FedItem, PageLimits } from '../container/item-feed.ts';
import type { Answer } from './answer.ts';
import { readCharge } from './charge.ts';
import { itemBody } from './item-body.ts';
import { header, type ServedRequest } from './request.ts';
import type { ContainerResource } from './resources.ts';

/** @param more further members of each item */
export function feedAnswer(
  container: ContainerResource,
  items: readonly FedItem[],
  headers: Readonly<Record<string, string>>,
  more: (item: FedItem) => string = () => '',
): Answer {
  const bodies = items.map((item) => itemBody(container, item, item.text, more(item)));
  const bytes = items.reduce((sum, { text }) => sum + text.length, 0);
  return documentsAnswer(container, bodies, headers, readCharge(bytes));
}

/** @param documents JSON texts */
export function documentsAnswer(
  container: ContainerResource,
  documents: readonly Buffer[],
  headers: Readonly<Record<string, string>>,
  charge: number,
): Answer {
  const pieces: Buffer[] = [Buffer.from(`{"_rid":"${container.rid}","Documents":[`)];
  for (const document of documents) {
    if (pieces.length > 1) pieces.push(COMMA);
    pieces.push(document);
  }
  pieces.push(Buffer.from(`],"_count":${documents.length}}`));
  return {
    status: 200,
    charge,
    body: Buffer.concat(pieces),
    headers: { ...headers, 'x-ms-item-count': String(documents.length) },
  };
}

const COMMA = Buffer.from(',');
/** Where the client leaves it to the server. */
const USUAL_ITEMS = 100;
/** A response may have 4 MB; what is added to the items is more than their texts show. */
const MOST_BYTES = 3 << 20;

/** How much one answer may hold. */
export function limitsOf(request: ServedRequest): PageLimits {
  const asked = Number(header(request, 'x-ms-max-item-count'));
  return { items: Number.isInteger(asked) && asked > 0 ? asked : USUAL_ITEMS, bytes: MOST_BYTES };
}
