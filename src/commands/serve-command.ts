/** Which options does `serve` have? Here and not beside the others, which all work on a plan. */
import type { Command } from 'commander';
import { noteAndExamplesOf } from './examples.ts';
import { parseLimit, parsePort } from './option-values.ts';
import type { Edge } from './program.ts';
import type { ServeCommandOptions } from './serve.ts';

export function addServeCommand(program: Command, { stop, end }: Edge): void {
  program
    .command('serve')
    .description('an account like one of Azure Cosmos DB for NoSQL on this machine, for the official SDKs')
    .option('--port <n>', 'the port to listen on, 0 for one that is free (default: 8081)', parsePort)
    .option('--host <address>', 'the address to listen on, such as 0.0.0.0 for all (default: 127.0.0.1)')
    .option('--data <dir>', 'keep databases, containers and items there (default: in memory)')
    .option('--ru <n>', 'request units a second of a container that asks for none, all of them enforced', parseLimit)
    .option('--ranges <n>', 'physical ranges of a new container (default: 1)', parseLimit)
    .option('--tls-cert <file>', 'serve https with this certificate, in PEM')
    .option('--tls-key <file>', 'the private key of the certificate, in PEM')
    .option('--json', 'print endpoint, key and connection string as JSON, in one line')
    .addHelpText('after', noteAndExamplesOf('serve', SERVE_HELP))
    .action(async (options: ServeCommandOptions) => {
      const { serve } = await import('./serve.ts');
      end(await serve(options, stop));
    });
}

const SERVE_HELP = `The containers are those of a rehearsal: they enforce partition keys, unique keys, ids, limits and times to live as the service is documented to. Answered are databases, containers, throughput, operations on items, patches, batches, bulk operations, the change feed in its latest version, and the query SELECT * FROM c; no other queries, stored procedures, users or conflicts. It is for development and tests: one process, one replica, and nothing of it has been compared with Azure.`;
