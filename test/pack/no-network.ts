// Loaded before everything else, in workers as well: writes down and refuses each attempt to reach a network.
import dgram from 'node:dgram';
import dns from 'node:dns';
import { appendFileSync } from 'node:fs';
import http from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import tls from 'node:tls';

function refuse(what: string): () => never {
  return () => {
    appendFileSync(process.env['NETWORK_LOG']!, `${what}\n`);
    throw new Error(`No network: ${what}`);
  };
}

Object.assign(net.Socket.prototype, { connect: refuse('socket.connect') });
Object.assign(net, { connect: refuse('net.connect'), createConnection: refuse('net.createConnection') });
Object.assign(tls, { connect: refuse('tls.connect') });
Object.assign(http, { request: refuse('http.request'), get: refuse('http.get') });
Object.assign(https, { request: refuse('https.request'), get: refuse('https.get') });
Object.assign(http2, { connect: refuse('http2.connect') });
Object.assign(dgram, { createSocket: refuse('dgram.createSocket') });
for (const api of [dns, dns.promises])
  for (const name of ['lookup', 'resolve', 'resolve4', 'resolve6'] as const)
    Object.assign(api, { [name]: refuse(`dns.${name}`) });
Object.assign(globalThis, { fetch: refuse('fetch'), WebSocket: refuse('WebSocket') });
syncBuiltinESMExports();
