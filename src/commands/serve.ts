/** How does an application reach a local account? Starts the server, says where it is, and keeps it until Ctrl-C. */
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { EXIT_STATUS, type ExitStatus } from '../exit-status.ts';
import { isLoopback, type LocalServer, type ServerOptions, startServer } from '../serve/server.ts';

export interface ServeCommandOptions {
  readonly port?: number;
  readonly host?: string;
  readonly data?: string;
  readonly ru?: number;
  readonly ranges?: number;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly json?: boolean;
}

/** The one that emulators of the service listen on. */
const USUAL_PORT = 8081;

export async function serve(options: ServeCommandOptions, stop: () => void): Promise<ExitStatus> {
  const { port = USUAL_PORT, host, data, ru, ranges, tlsCert, tlsKey, json = false } = options;
  if ((tlsCert === undefined) !== (tlsKey === undefined)) {
    process.stderr.write('--tls-cert and --tls-key belong together.\n');
    return EXIT_STATUS.usage;
  }
  const server = await startServer({ port, host, data, ru, ranges, tls: certificateIn(tlsCert, tlsKey) });
  process.stdout.write(json ? `${JSON.stringify(addressOf(server))}\n` : greeting(server, options));
  await asked(stop);
  await server.close();
  return EXIT_STATUS.done;
}

function certificateIn(cert: string | undefined, key: string | undefined): ServerOptions['tls'] {
  if (cert === undefined || key === undefined) return undefined;
  return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
}

function addressOf({ endpoint, key }: LocalServer): Readonly<Record<string, string>> {
  return { endpoint, key, connectionString: `AccountEndpoint=${endpoint};AccountKey=${key};` };
}

function greeting(server: LocalServer, { host, data, ru }: ServeCommandOptions): string {
  const { endpoint, key, connectionString } = addressOf(server);
  const reached =
    host === undefined || isLoopback(host)
      ? 'from this machine only; --host lets others in'
      : `by everybody who can reach ${host} and has the key`;
  return `Serving a local account over the protocol of Azure Cosmos DB for NoSQL
  endpoint           ${endpoint}
  key                ${key}
  connection string  ${connectionString}
  reached            ${reached}
  kept               ${data === undefined ? 'in memory, and gone at the end; --data keeps it' : `in ${data}`}
  request units      ${ru === undefined ? 'charged, and never used up; --ru sets a limit' : `${ru} a second for each container that asks for none of its own`}

Ctrl-C ends it.
`;
}

/** Resolves on the first Ctrl-C; the second ends the process at once. */
async function asked(stop: () => void): Promise<void> {
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        process.once(signal, stop);
        resolve();
      });
    }
  });
}
