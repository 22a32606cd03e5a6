/** Every document says what it is, so that several kinds can live in one container. */
import { type Constant, constantOf } from '../src/document/literal.ts';
import { propertyPath } from '../src/document/path.ts';
import { pathsIn, type PlanValue, planValue } from '../src/document/plan-value.ts';
import { put } from '../src/document/put.ts';
import { defineStep, type StepDefinition } from '../src/transform/step.ts';

const options = {
  property: { type: 'property', required: true, description: 'The property that says what a document is.' },
  value: { type: 'value', description: 'What it says, for all entities alike. Default: the name of the entity.' },
  names: {
    type: 'map',
    keys: 'entity',
    values: 'text',
    description: 'What it says for some entities; the others go by their own name.',
  },
} as const;

export const type: StepDefinition<typeof options> = defineStep({
  name: 'type',
  summary: 'Adds the discriminator: a property that holds the name of the entity.',
  options,
  short: [{ form: 'text', option: 'property' }],
  details: [
    'The property tells apart what lives in one container. It is added to every entity that exists at this place of the plan, those that steps have made before included; put it behind `split` and the like, or name the entities with `for:`. `names` gives some entities another value than their name, `value` gives all the same, as a constant or a template. A property that is there with a different value rejects (`TARGET_EXISTS`) unless `overwrite: true` stands beside the step.',
  ],
  examples: [
    {
      title: 'Every document says what it is',
      plan: '- type: kind',
      given: '{"id":"1"}',
      gives: { document: ['{"id":"1","kind":"document"}'] },
    },
    {
      title: 'Under another name',
      plan: '- type: { property: kind, names: { document: blogPost } }',
      given: '{"id":"1"}',
      gives: { document: ['{"id":"1","kind":"blogPost"}'] },
    },
  ],
  defaultFor: '*',
  overwrites: true,
  check: ({ value, names }) =>
    value !== undefined && names !== undefined ? ['value is for all entities, names for some; write one of them.'] : [],
  effects: ({ property, value }) => [{ reads: pathsIn(value), writes: [propertyPath(property)] }],
  compile({ property, value, names = [] }, { overwrite }) {
    const path = propertyPath(property);
    const known = new Map<string, { readonly constant: Constant }>();
    for (const { key, value: name } of names) known.set(key, { constant: constantOf(name) });
    return (document, context) => {
      const made = planValue(value ?? nameOf(document.entity), document, context);
      return typeof made === 'number' ? put(document, path, made, overwrite, context) : made;
    };

    function nameOf(entity: string): PlanValue {
      let name = known.get(entity);
      if (name === undefined) known.set(entity, (name = { constant: constantOf(entity) }));
      return name;
    }
  },
});
