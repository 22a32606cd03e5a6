/** Which data is a plan held against? That of its own sources, or files in their place. */
import { dirname } from 'node:path';
import process from 'node:process';
import { Fatal } from '../errors.ts';
import type { Plan, SourcePlan } from '../plan/plan.ts';
import { limited } from '../run/limited.ts';
import { openFileSources } from '../source/open-file-sources.ts';
import type { Shard } from '../source/source.ts';

export interface SampleOptions {
  /** `true`: the plan's own sources; else files, each as `FILE` or, where the plan has several sources, `entity=FILE`. */
  readonly sample?: true | readonly string[];
  /** Records of the sample that are read at most. */
  readonly limit?: number;
}

/** @throws Fatal when a file cannot be read, or it is not clear what it is in the place of */
export async function sampleShards(plan: Plan, { sample = true, limit }: SampleOptions): Promise<readonly Shard[]> {
  // Files of the command line are relative to where it was typed.
  const [sources, folder] =
    sample === true ? [plan.sources, dirname(plan.file)] : [replaced(plan, sample), process.cwd()];
  return limited(await openFileSources(sources, folder), limit);
}

/** Each source is read as the plan says it is, from another file. */
function replaced({ sources }: Plan, files: readonly string[]): SourcePlan[] {
  return files.map((text) => {
    const named = sources.find(({ entity }) => text.startsWith(`${entity}=`));
    if (named !== undefined) return { ...named, file: text.slice(named.entity.length + 1) };
    const [only, ...others] = sources;
    if (only !== undefined && others.length === 0) return { ...only, file: text };
    const entities = sources.map(({ entity }) => entity);
    throw new Fatal(
      'usage',
      `The plan has several sources (${entities.join(', ')}), and --sample ${text} names none.`,
      {
        advice: `Write --sample ${entities[0]}=${text}, once for each source that is to be read.`,
      },
    );
  });
}
