/** Where is the account to be reached? Where the client has reached it: one region, so that it stays on this endpoint. */
import { type Answer, json } from './answer.ts';
import type { Account } from './handler.ts';
import { header, type ServedRequest } from './request.ts';

export function readAccount(request: ServedRequest, { scheme }: Account): Answer {
  const endpoint = `${scheme}://${header(request, 'host') ?? '127.0.0.1'}/`;
  const locations = [{ name: 'Local', databaseAccountEndpoint: endpoint }];
  return json(200, {
    _self: '',
    id: 'local',
    _rid: 'local',
    media: '//media/',
    addresses: '//addresses/',
    _dbs: '//dbs/',
    writableLocations: locations,
    readableLocations: locations,
    enableMultipleWriteLocations: false,
    userReplicationPolicy: { asyncReplication: false, minReplicaSetSize: 1, maxReplicasetSize: 1 },
    userConsistencyPolicy: { defaultConsistencyLevel: 'Session' },
    systemReplicationPolicy: { minReplicaSetSize: 1, maxReplicasetSize: 1 },
    readPolicy: { primaryReadCoefficient: 1, secondaryReadCoefficient: 1 },
    queryEngineConfiguration: '{}',
  });
}
