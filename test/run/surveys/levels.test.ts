// In which order can steps come to know all documents, and what of the plan has to be passed for that?
import { describe, expect, it } from 'vitest';
import { surveyLevels, worksAcross } from '../../../src/run/surveys/levels.ts';
import { planForSurvey } from '../../../src/run/surveys/survey-plan.ts';
import { folderWith, planIn } from '../running.ts';

async function planWith(transforms: string): ReturnType<typeof planIn> {
  const made = ['made', 'other'].filter((entity) => transforms.includes(`into: ${entity}`));
  const text = `version: 1
name: levels
sources: { a: { file: a }, b: { file: b }, c: { file: c } }
references: { r: { file: r } }
transforms:
${transforms}
containers: { all: { entities: [${['a', 'b', 'c', ...made].join(', ')}], partitionKey: /id } }
`;
  return planIn(folderWith({}), text);
}

const lookup = (entity: string, of: string): string =>
  `  - lookup: { in: ${of}, local: /x, foreign: /id, as: /y${of} }\n    for: ${entity}\n`;

async function levelsOf(transforms: string): Promise<number[][]> {
  return surveyLevels(await planWith(transforms)).map((level) => level.map(({ step }) => step.index));
}

const MAKES_BOTH = `  - view: { into: made }\n    for: a\n  - view: { into: other }\n    for: a\n`;

describe('levels of surveys', () => {
  it.each([
    ['none for references', lookup('a', 'r'), []],
    ['one where no step needs what another finds', lookup('a', 'b') + lookup('a', 'c'), [[0, 1]]],
    ['two where documents are found that another step has worked on', lookup('a', 'b') + lookup('b', 'a'), [[0], [1]]],
    ['as many as a chain is long', lookup('a', 'b') + lookup('b', 'a') + lookup('c', 'b'), [[0], [1], [2]]],
    ['two for what was made of such documents', `${lookup('a', 'b')}${MAKES_BOTH}${lookup('c', 'made')}`, [[0], [3]]],
    ['one for what was made in front', `${MAKES_BOTH}${lookup('a', 'b')}${lookup('c', 'made')}`, [[2, 3]]],
  ])('are %s', async (_name, transforms, levels) => {
    expect(await levelsOf(transforms)).toEqual(levels);
  });

  it('pass the documents through those steps only that make them what they are', async () => {
    const plan = await planWith(
      `${MAKES_BOTH}  - set: { /z: 1 }\n    for: [a, made, other, b]\n${lookup('c', 'made')}  - set: { /q: 1 }\n    for: made\n`,
    );
    const [level] = surveyLevels(plan);
    const { plan: part, needs } = planForSurvey(plan, level!, () => () => undefined);
    expect(part.steps.map(({ index, name, for: worksOn }) => [index, name, worksOn])).toEqual([
      [0, 'view', ['a']],
      [2, 'set', ['made']],
      [3, 'lookup', ['made']],
    ]);
    expect(plan.sources.filter(needs).map(({ entity }) => entity)).toEqual(['a']);
  });

  it('tell which steps do not work on each document by itself', async () => {
    const plan = await planWith(
      `${lookup('a', 'r')}${lookup('a', 'b')}  - group: { key: [/x], into: made }\n    for: c\n  - set: { /z: 1 }\n    for: a\n`,
    );
    expect(plan.steps.filter((step) => worksAcross(step, plan)).map(({ index }) => index)).toEqual([1, 2]);
  });
});
