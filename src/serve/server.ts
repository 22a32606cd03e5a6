/**
 * How does a local account get served? The embedded container behind the REST protocol of the service, for unmodified
 * clients: on loopback unless told otherwise, in memory unless given a folder.
 */
import { Buffer } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, isIPv6 } from 'node:net';
import { join } from 'node:path';
import { Fatal } from '../errors.ts';
import { Catalog, type CatalogOptions } from './catalog.ts';
import { type Exchange, exchange } from './exchange.ts';
import type { Fault } from './faults/fault.ts';
import { FaultPlan } from './faults/fault-plan.ts';

export interface ServerOptions extends Omit<CatalogOptions, 'file'> {
  /** @default 127.0.0.1 */
  readonly host?: string | undefined;
  /** @default one that is free */
  readonly port?: number | undefined;
  /** The account's key, in base64. @default a known one on loopback, elsewhere one by chance */
  readonly key?: string | undefined;
  /** The folder in which everything is kept. @default in memory */
  readonly data?: string | undefined;
  /** With a certificate and its key, in PEM, the protocol is https. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
  /** For tests: what is to go wrong; see `Fault`. @default nothing */
  readonly faults?: readonly Fault[] | undefined;
  /** By which chance decides about faults. @default 1 */
  readonly seed?: number | undefined;
}

export interface LocalServer {
  readonly endpoint: string;
  readonly key: string;
  /** For what the protocol has no request for. */
  readonly catalog: Catalog;
  /** What is to go wrong, and how often it has. */
  readonly faults: FaultPlan;
  /** Ends all connections. */
  close(): Promise<void>;
}

/** The key on loopback, where nobody else gets in: `local` in base64. */
export const LOCAL_KEY: string = Buffer.from('local').toString('base64');

export async function startServer(options: ServerOptions = {}): Promise<LocalServer> {
  const { host = '127.0.0.1', port = 0, tls } = options;
  const key = options.key ?? (isLoopback(host) ? LOCAL_KEY : randomBytes(64).toString('base64'));
  const catalog = openCatalog(options);
  const scheme = tls === undefined ? 'http' : 'https';
  const faults = new FaultPlan(options.faults, options.seed);
  const server = serverFor({ account: { catalog, scheme }, key: Buffer.from(key, 'base64'), faults }, tls);
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    catalog.close();
    throw isTaken(error) ? new Fatal('fatal', `Port ${port} of ${host} is taken.`, { advice: NAME_A_PORT }) : error;
  }
  const { address, port: taken } = server.address() as AddressInfo;
  return {
    endpoint: `${scheme}://${isIPv6(address) ? `[${address}]` : address}:${taken}/`,
    key,
    catalog,
    faults,
    async close() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      catalog.close();
    },
  };
}

/** Whether only programs of this machine get there. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

function openCatalog({ data, ...options }: ServerOptions): Catalog {
  if (data === undefined) return new Catalog(options);
  mkdirSync(data, { recursive: true });
  try {
    return new Catalog({ ...options, file: join(data, 'account.db') });
  } catch (error) {
    if (!(error instanceof Error && error.message === 'database is locked')) throw error;
    throw new Fatal('locked', `Another server works with ${data}.`, {
      cause: error,
      advice: 'End it, or name another folder.',
    });
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}

const NAME_A_PORT = 'Name another one by --port, or 0 for one that is free.';

function serverFor(parts: Exchange, tls: ServerOptions['tls']): Server {
  const listener: RequestListener = (incoming, outgoing) => {
    // A client that went away while it was sending: there is nobody to answer.
    exchange(incoming, outgoing, parts).catch(() => outgoing.destroy());
  };
  return tls === undefined ? createServer(SETTINGS, listener) : createTlsServer({ ...SETTINGS, ...tls }, listener);
}

/** Clients keep connections for the next request; a bulk load has many of them. */
const SETTINGS = { keepAliveTimeout: 60_000, noDelay: true };
