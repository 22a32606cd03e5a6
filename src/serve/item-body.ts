/** How does a client see an item? The text as it was stored, to the byte, with the properties of the service behind it. */
import { Buffer } from 'node:buffer';
import type { StoredItem } from '../container/item-store.ts';
import { itemRid } from './resource-ids.ts';
import { type ContainerResource, selfOf } from './resources.ts';

/** @param more further members, such as `,"_lsn":7` */
export function itemBody(container: ContainerResource, stored: StoredItem, text: Buffer, more: string = ''): Buffer {
  const rid = itemRid(container.rid, stored.item);
  const etag = JSON.stringify(container.items.etag(stored));
  const self = `${selfOf(container)}docs/${rid}/`;
  const added = `,"_rid":"${rid}","_self":"${self}","_etag":${etag},"_attachments":"attachments/","_ts":${stored.written}${more}}`;
  const body = Buffer.allocUnsafe(text.length - 1 + added.length);
  text.copy(body, 0, 0, text.length - 1);
  body.write(added, text.length - 1, 'latin1');
  return body;
}
