/** What does a kind of request need to be answered? Each is a function in a file of its own; `routes.ts` lists them. */
import type { Answer } from './answer.ts';
import type { Catalog } from './catalog.ts';
import type { ServedRequest } from './request.ts';

export interface Account {
  readonly catalog: Catalog;
  /** `http` or `https`. */
  readonly scheme: string;
}

export type Handler = (request: ServedRequest, account: Account) => Answer;
