/**
 * How much throughput is provided, and for what? An offer for each database or container that has its own; clients find
 * one by a query on `resource`, and change it by replacing it.
 */
import { type Answer, json, refusal } from './answer.ts';
import type { Account } from './handler.ts';
import { objectIn, type ServedRequest } from './request.ts';
import { offerRid } from './resource-ids.ts';
import { type ContainerResource, type DatabaseResource, resourceEtag, selfOf } from './resources.ts';
import { offerContent, type Throughput, throughputIn } from './throughput.ts';

type Provided = (DatabaseResource | ContainerResource) & { readonly throughput: Throughput };

export function listOffers(_request: ServedRequest, account: Account): Answer {
  return offersAnswer(provided(account));
}

export function queryOffers(request: ServedRequest, account: Account): Answer {
  const query = objectIn(request)?.['query'];
  const resource = /^\s*select\s+\*\s+from\s+(\w+)\s+where\s+\1\.resource\s*=\s*["']([^"']*)["']\s*$/i.exec(
    String(query),
  );
  if (resource === null)
    return refusal(400, { detail: 'Offers are found by SELECT * FROM root WHERE root.resource = "…".' });
  return offersAnswer(provided(account).filter((one) => selfOf(one) === resource[2]));
}

export function readOffer(request: ServedRequest, account: Account): Answer {
  return withOffer(request, account, (resource) => json(200, offerBody(resource)));
}

export function replaceOffer(request: ServedRequest, account: Account): Answer {
  return withOffer(request, account, (resource) => {
    const throughput = throughputIn(objectIn(request)?.['content']);
    if (typeof throughput === 'string') return refusal(400, { detail: throughput });
    if (throughput.autoscale !== resource.throughput.autoscale) {
      return refusal(400, { detail: 'An offer stays manual or autoscale.' });
    }
    account.catalog.provide(resource, throughput);
    return json(200, offerBody({ ...resource, throughput }));
  });
}

function withOffer({ path }: ServedRequest, account: Account, answer: (resource: Provided) => Answer): Answer {
  const resource = provided(account).find(({ rid }) => offerRid(rid) === path.names[0]);
  return resource === undefined ? refusal(404) : answer(resource);
}

function provided({ catalog }: Account): readonly Provided[] {
  const databases = [...catalog.databases.values()];
  const all = databases.flatMap((database) => [database, ...database.containers.values()]);
  return all.filter((resource): resource is Provided => resource.throughput !== undefined);
}

function offersAnswer(resources: readonly Provided[]): Answer {
  const offers = resources.map(offerBody);
  return json(200, { _rid: '', Offers: offers, _count: offers.length }, { 'x-ms-item-count': String(offers.length) });
}

function offerBody(resource: Provided): object {
  const id = offerRid(resource.rid);
  return {
    resource: selfOf(resource),
    offerType: 'Invalid',
    offerResourceId: resource.rid,
    offerVersion: 'V2',
    content: offerContent(resource.throughput),
    id,
    _rid: id,
    _self: `offers/${id}/`,
    _etag: resourceEtag(resource.throughput.perSecond, resource.written),
    _ts: resource.written,
  };
}
