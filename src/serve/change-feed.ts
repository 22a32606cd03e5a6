/**
 * What has changed since? The latest version of each item, in the order of the changes, from the beginning, from now,
 * from a time or behind a change that is known; 304 once there is nothing left.
 */
import type { Answer } from './answer.ts';
import { refusal } from './answer.ts';
import { withContainer } from './containers.ts';
import { feedAnswer, limitsOf } from './feed-answer.ts';
import type { Handler } from './handler.ts';
import { metered, withSession } from './metered.ts';
import { header, type ServedRequest } from './request.ts';
import type { ContainerResource } from './resources.ts';
import { type ReadScope, scopeOf } from './scope.ts';

export const isChangeFeed = (request: ServedRequest): boolean => header(request, 'a-im') !== undefined;

export const changeFeed: Handler = (request, account) =>
  withContainer(request, account, (container) => {
    const mode = header(request, 'a-im');
    if (mode?.toLowerCase() !== 'incremental feed') {
      return refusal(400, { detail: `The change feed is served in its latest version; asked was for ${mode}.` });
    }
    const start = startOf(request, container.items.lsn);
    if (typeof start === 'string') return refusal(400, { detail: start });
    const scope = scopeOf(request, container);
    if ('status' in scope) return scope;
    const answer = metered(container, scope.range, () => pageOf(request, container, scope, start));
    return withSession(container, scope.range, answer);
  });

interface Start {
  /** Behind this change. */
  readonly after: number;
  /** Written in this second or later. */
  readonly since: number;
}

function pageOf(request: ServedRequest, container: ContainerResource, { scope }: ReadScope, start: Start): Answer {
  const { items } = container;
  const page = items.feed.changes(start.after, start.since, scope, limitsOf(request));
  const last = page.hasMore ? page.items.at(-1)!.lsn : items.lsn;
  const headers = { etag: `"${last}"` };
  if (page.items.length === 0) return { status: 304, headers };
  return feedAnswer(container, page.items, headers, ({ lsn }) => `,"_lsn":${lsn}`);
}

/** Where to begin, or what is wrong with what the client says about it. */
function startOf(request: ServedRequest, lsn: number): Start | string {
  const known = header(request, 'if-none-match');
  const time = header(request, 'if-modified-since');
  const since = time === undefined ? 0 : Math.floor(Date.parse(time) / 1000);
  if (Number.isNaN(since)) return `${time} is no time.`;
  if (known === undefined) return { after: 0, since };
  if (known === '*') return { after: lsn, since };
  const after = /^"?(\d+)"?$/.exec(known);
  return after === null ? `${known} is no continuation of a change feed.` : { after: Number(after[1]), since };
}
