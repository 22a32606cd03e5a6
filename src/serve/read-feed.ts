/** Which items are there? Pages of a container or a part of it, in the order of their numbers; the last item is the continuation. */
import { refusal } from './answer.ts';
import { withContainer } from './containers.ts';
import { feedAnswer, limitsOf } from './feed-answer.ts';
import type { Handler } from './handler.ts';
import { metered, withSession } from './metered.ts';
import { header } from './request.ts';
import { scopeOf } from './scope.ts';

export const readFeed: Handler = (request, account) =>
  withContainer(request, account, (container) => {
    const continuation = header(request, 'x-ms-continuation') ?? '0';
    if (!/^\d{1,15}$/.test(continuation))
      return refusal(400, { detail: `${continuation} is no continuation of a feed.` });
    const scope = scopeOf(request, container);
    if ('status' in scope) return scope;
    const answer = metered(container, scope.range, () => {
      const page = container.items.feed.all(Number(continuation), scope.scope, limitsOf(request));
      const next = page.hasMore ? { 'x-ms-continuation': String(page.items.at(-1)!.item) } : undefined;
      return feedAnswer(container, page.items, { ...next });
    });
    return withSession(container, scope.range, answer);
  });
