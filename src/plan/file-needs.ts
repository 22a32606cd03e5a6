/** What does a reader of one kind of file need, and what does it answer? */
import type { PlanSchema, PlanScript } from '../transform/files.ts';
import type { PlanRule } from './problem.ts';

/** What reads a file for a use, and notes what else it reads. */
export interface FileNeeds {
  /** The file, absolute. */
  readonly path: string;
  /** As the plan names it. */
  readonly name: string;
  /** The text of this file or of one that it refers to. @throws FileTextError */
  readonly textOf: (path: string) => string;
  /** It takes something of a package, whose content is not looked at. */
  readonly usePackage: (name: string) => void;
}

/** What is wrong with a file; where it is named in the plan, the plan knows. */
export interface FileProblem {
  readonly rule: PlanRule;
  readonly message: string;
}

/** What has been made of a file. */
export type FileContent =
  | { readonly content: PlanSchema | PlanScript; readonly warnings: readonly FileProblem[] }
  | { readonly content?: undefined; readonly problem: FileProblem; readonly warnings: readonly FileProblem[] };
