/** Which containers does a database have? Creates, lists, reads, replaces and deletes them, with all their policies. */
import { type Answer, json, refusal, refusalOf } from './answer.ts';
import { withDatabase } from './databases.ts';
import type { Account } from './handler.ts';
import { header, objectIn, type ServedRequest } from './request.ts';
import { nameProblem } from './resource-name.ts';
import { containerBody, containerEtag, type ContainerResource } from './resources.ts';
import { askedThroughput } from './throughput.ts';

export function createContainer(request: ServedRequest, account: Account): Answer {
  return withDatabase(request, account, (database) => {
    const sent = objectIn(request) ?? {};
    const id = sent['id'];
    const problem = nameProblem(id);
    if (problem !== undefined) return refusal(400, { detail: problem });
    const throughput = askedThroughput(request);
    if (typeof throughput === 'string') return refusal(400, { detail: throughput });
    if (database.containers.has(String(id))) {
      return refusal(409, { detail: `There is a container ${String(id)} already.` });
    }
    const made = account.catalog.createContainer(database, String(id), sent, throughput);
    return 'status' in made ? refusalOf(made) : shown(201, made);
  });
}

export function listContainers(request: ServedRequest, account: Account): Answer {
  return withDatabase(request, account, ({ rid, containers }) => {
    const bodies = [...containers.values()].map(containerBody);
    return json(200, { _rid: rid, DocumentCollections: bodies, _count: bodies.length });
  });
}

export function readContainer(request: ServedRequest, account: Account): Answer {
  return withContainer(request, account, (container) => shown(200, container));
}

export function replaceContainer(request: ServedRequest, account: Account): Answer {
  return withContainer(request, account, (container) => {
    const sent = objectIn(request);
    if (sent === undefined) return refusal(400, { detail: 'A container is described by a JSON object.' });
    if (sent['id'] !== container.id) return refusal(400, { detail: 'A container keeps its id.' });
    const condition = header(request, 'if-match');
    if (condition !== undefined && condition !== '*' && condition !== containerEtag(container)) return refusal(412);
    const replaced = account.catalog.replaceContainer(container, sent);
    return replaced.status === 200 ? shown(200, container) : refusalOf(replaced);
  });
}

export function deleteContainer(request: ServedRequest, account: Account): Answer {
  return withContainer(request, account, (container) => {
    account.catalog.deleteContainer(container);
    return { status: 204 };
  });
}

/** The answer for the container that the request names; 404 where there is none. */
export function withContainer(
  request: ServedRequest,
  account: Account,
  answer: (container: ContainerResource) => Answer,
): Answer {
  return withDatabase(request, account, ({ containers }) => {
    const name = request.path.names[1]!;
    const container = containers.get(name);
    return container === undefined ? refusal(404, { detail: `There is no container ${name}.` }) : answer(container);
  });
}

function shown(status: number, container: ContainerResource): Answer {
  return json(status, containerBody(container), { etag: containerEtag(container) });
}
