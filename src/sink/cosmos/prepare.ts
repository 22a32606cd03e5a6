/**
 * Are the containers of the plan there? What is missing is created with every policy; what is there is compared policy by
 * policy and never changed or deleted; who may not create gets the command that does.
 */
import type { Container, ContainerDefinition, CosmosClient, Database } from '@azure/cosmos';
import { Fatal } from '../../errors.ts';
import type { ContainerPlan } from '../../plan/plan.ts';
import { containerCommand, databaseCommand } from './azure-cli.ts';
import { definitionOf, offerOf } from './definition.ts';
import { policyDifferences } from './policy-differences.ts';
import { problemOf, unreachable } from './problems.ts';

export interface PreparedContainer {
  readonly plan: ContainerPlan;
  readonly container: Container;
  /** Tells this container from one of the same name that was made anew. */
  readonly rid: string;
  /** Whether it was created just now. */
  readonly isNew: boolean;
}

interface Target {
  readonly endpoint: string;
  readonly database: string;
}

/** @throws Fatal with all differences, or the commands that create what is missing */
export async function prepareContainers(
  client: CosmosClient,
  target: Target,
  plans: readonly ContainerPlan[],
): Promise<readonly PreparedContainer[]> {
  try {
    const database = await prepareDatabase(client, target, plans);
    const prepared: PreparedContainer[] = [];
    const differences: string[] = [];
    const commands: string[] = [];
    for (const plan of plans) {
      const definition = definitionOf(plan);
      const found = await readContainer(database, plan.name);
      if (found === undefined) {
        const made = await createContainer(database, plan, definition);
        if (made === undefined) commands.push(containerCommand(target, definition, offerOf(plan)));
        else prepared.push(made);
        continue;
      }
      const lines = policyDifferences(found, definition);
      differences.push(...lines.map((line) => `  ${plan.name}: ${line}`));
      prepared.push({ plan, container: database.container(plan.name), rid: ridOf(found), isNew: false });
    }
    if (differences.length > 0) throw refuseDifferences(target, differences);
    if (commands.length > 0) throw mayNotCreate(target, commands);
    return prepared;
  } catch (error) {
    throw error instanceof Fatal ? error : unreachable(target.endpoint, error);
  }
}

async function prepareDatabase(
  client: CosmosClient,
  target: Target,
  plans: readonly ContainerPlan[],
): Promise<Database> {
  const database = client.database(target.database);
  try {
    await database.read();
    return database;
  } catch (error) {
    if (problemOf(error).status !== 404) throw error;
  }
  try {
    await client.databases.createIfNotExists({ id: target.database });
    return database;
  } catch (error) {
    if (!isForbidden(error)) throw error;
    const commands = plans.map((plan) => containerCommand(target, definitionOf(plan), offerOf(plan)));
    throw mayNotCreate(target, [databaseCommand(target), ...commands]);
  }
}

async function readContainer(database: Database, name: string): Promise<ContainerDefinition | undefined> {
  try {
    const { resource } = await database.container(name).read();
    return resource;
  } catch (error) {
    if (problemOf(error).status === 404) return undefined;
    throw error;
  }
}

/** `undefined` where this identity may not. */
async function createContainer(
  database: Database,
  plan: ContainerPlan,
  definition: ContainerDefinition,
): Promise<PreparedContainer | undefined> {
  try {
    const { resource } = await database.containers.create({ ...definition, ...offerOf(plan) });
    return { plan, container: database.container(plan.name), rid: ridOf(resource), isNew: true };
  } catch (error) {
    if (isForbidden(error)) return undefined;
    throw error;
  }
}

/** 403/5300: the identity may work on data and not on containers. */
function isForbidden(error: unknown): boolean {
  return problemOf(error).status === 403;
}

function ridOf(resource: unknown): string {
  return (resource as { readonly _rid?: string } | undefined)?._rid ?? '';
}

function refuseDifferences({ database }: Target, lines: readonly string[]): Fatal {
  return new Fatal('usage', [`Containers of ${database} are not as the plan says:`, ...lines].join('\n'), {
    advice:
      'A container is never changed or deleted by a run. Give the plan another name for it, change the plan, or make it anew yourself; partition key and unique keys cannot be changed once it is there.',
  });
}

function mayNotCreate({ endpoint, database }: Target, commands: readonly string[]): Fatal {
  return new Fatal('fatal', `This identity may not create containers in ${database} of ${endpoint} (403).`, {
    advice: `Let somebody who may run this, then run again:\n${commands.join('\n')}`,
  });
}
