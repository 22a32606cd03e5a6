/**
 * Do children and their documents still match by what links them? A link copies a value; where the document's own
 * becomes text later (`id: "{/id}"`, stringify), the child keeps the number, and 1 never equals "1".
 */
import type { Document } from '../../document/document.ts';
import { type Path, propertyPath } from '../../document/path.ts';
import type { Place } from '../../document/position.ts';
import type { PlanNode } from '../../plan/node.ts';
import type { Problems } from '../../plan/problem.ts';
import type { ReadStep } from '../../plan/steps.ts';
import { PathWatch } from './path-watch.ts';
import { placeWithin } from './plan-places.ts';

export class LinkWatch {
  readonly #parents: readonly string[];
  readonly #child: string;
  readonly #ofParent: PathWatch;
  readonly #ofChild: PathWatch;
  readonly #offset: number;

  private constructor({ plan, offset }: ReadStep, node: PlanNode | undefined, property: string, path: Path) {
    this.#parents = plan.for;
    this.#child = plan.makes[0]!;
    this.#ofParent = new PathWatch(path);
    this.#ofChild = new PathWatch(propertyPath(property));
    this.#offset = placeWithin(node, property, offset);
  }

  static of(step: ReadStep, node: PlanNode | undefined): LinkWatch[] {
    const { link } = step.options as unknown as { link?: readonly { readonly key: string; readonly value: Path }[] };
    if (!Array.isArray(link) || step.plan.makes.length !== 1) return [];
    return link.map(({ key, value }: { key: string; value: Path }) => new LinkWatch(step, node, key, value));
  }

  /** Sees a document as it goes into its container. */
  see({ tape, root, entity }: Document, place: Place): void {
    if (entity === this.#child) this.#ofChild.see(tape, root, place);
    else if (this.#parents.includes(entity)) this.#ofParent.see(tape, root, place);
  }

  report(problems: Problems): void {
    const [parent, child] = [this.#ofParent.kinds, this.#ofChild.kinds];
    if (parent.names.length === 0 || child.names.length === 0) return;
    if (child.names.some((kind) => parent.names.includes(kind))) return;
    const message = `${this.#ofChild.path.text} of ${this.#child} never equals ${this.#ofParent.path.text} of ${this.#parents.join(', ')}, which it links to: in the containers the values are ${child.text} here and ${parent.text} there. Let the step that changes the type stand before this one, or work on both.`;
    problems.warning(this.#offset, 'types-differ', message);
  }
}
