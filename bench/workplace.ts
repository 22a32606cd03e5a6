/** Where is the data of the benchmarks while they run? In a temporary folder outside of the project. */
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Amount, generate, type Generated, type Kind } from './generate.ts';

export interface DataFolder extends Generated {
  readonly folder: string;
  /** The plan, beside its data as its users have it. */
  readonly plan: string;
  readonly data: string;
}

/** Of `plans/`. */
type PlanName =
  | 'split'
  | 'flatten'
  | 'three'
  | 'identity'
  | 'stringify'
  | 'rehearse'
  | 'array'
  | 'references'
  | 'entities'
  | 'hours'
  | 'ancestors';

export class Workplace {
  readonly folder: string = mkdtempSync(join(tmpdir(), 'remodel-bench-'));
  readonly usageFile: string = join(this.folder, 'usage.json');
  readonly #dataFolders: string[] = [];

  /** Generated data with a plan that reads it, in a folder of its own. */
  data(plan: PlanName, kind: Kind, amount: Amount, unsafeShare?: number): DataFolder {
    const folder = mkdtempSync(join(this.folder, `${plan}-`));
    this.#dataFolders.push(folder);
    const file = join(folder, 'plan.yaml');
    copyFileSync(join(import.meta.dirname, 'plans', `${plan}.yaml`), file);
    const data = join(folder, 'data');
    return {
      folder,
      plan: file,
      data,
      ...generate(kind, amount, data, unsafeShare === undefined ? {} : { unsafeShare }),
    };
  }

  /** More data in the folder of other data; the plan has its name. */
  beside({ folder }: DataFolder, name: string, kind: Kind, amount: Amount): Generated {
    return generate(kind, amount, join(folder, name), { seed: 2 });
  }

  /** A module of the benchmarks as JavaScript: what is measured shall not compile TypeScript. */
  javaScriptOf(module: string): string {
    const source = readFileSync(join(import.meta.dirname, module), 'utf8');
    const folder = join(this.folder, 'modules');
    mkdirSync(folder, { recursive: true });
    const file = join(folder, module.replaceAll('/', '-').replace(/\.ts$/, '.mjs'));
    writeFileSync(file, stripTypeScriptTypes(source));
    return file;
  }

  get freeBytes(): number {
    const { bavail, bsize } = statfsSync(this.folder);
    return bavail * bsize;
  }

  /** What one benchmark has left is not kept while the next one runs. */
  removeData(): void {
    for (const folder of this.#dataFolders.splice(0)) this.remove(folder);
  }

  remove(folder: string = this.folder): void {
    rmSync(folder, { recursive: true, force: true });
  }
}
