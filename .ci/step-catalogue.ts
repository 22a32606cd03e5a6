// Which steps are there, with their options and examples? The catalogue of docs/steps.md, read off the steps.
import { formOf } from '../src/plan/counted-value.ts';
import { findStep, stepNames } from '../src/transform/registry.ts';
import type { OptionSpec, OptionSpecs, StepDefinition, StepExample } from '../src/transform/step.ts';
import { code, table } from './markdown.ts';

export function stepCatalogue(): string {
  return stepNames.map((name) => stepSection(findStep(name)!)).join('\n\n');
}

function stepSection(step: StepDefinition): string {
  const { name, summary, details = [], examples = [], options, short = [], defaultFor, overwrites } = step;
  const notes = [
    ...short.map(({ form, option, only }) => `Short: ${shortText(name, form, only)} sets ${code(option)}.`),
    ...(defaultFor === '*' ? ['Works on every entity unless `for:` says otherwise.'] : []),
    ...(overwrites === true ? ['Knows `overwrite: true`.'] : []),
  ];
  const rows = optionRows(options, '');
  return [
    `### ${name}`,
    [summary, ...notes].join(' '),
    ...(rows.length > 0 ? [table(['option', 'default', 'meaning'], rows)] : []),
    ...details,
    ...examples.map(exampleText),
  ].join('\n\n');
}

function shortText(
  name: string,
  form: 'text' | 'number' | 'list' | 'map',
  only: readonly string[] | undefined,
): string {
  if (only !== undefined) return only.map((text) => code(`${name}: ${text}`)).join(', ');
  return code({ text: `${name}: …`, number: `${name}: 3600`, list: `${name}: […, …]`, map: `${name}: { …: … }` }[form]);
}

function optionRows(options: OptionSpecs, prefix: string): string[][] {
  return Object.entries(options).flatMap(([name, option]) => [
    [code(`${prefix}${name}`), option.required === true ? 'needed' : defaultText(option), meaningOf(option)],
    ...(option.type === 'object' ? optionRows(option.options, `${prefix}${name}.`) : []),
  ]);
}

function defaultText(option: OptionSpec): string {
  return option.default === undefined ? '' : code(String(option.default));
}

function meaningOf(option: OptionSpec): string {
  if (option.type === 'map' && option.values === 'counted')
    return `${option.description} One of ${Object.entries(option.choices)
      .map(([name, spec]) => formOf(name, spec).split(' or ').map(code).join(' or '))
      .join(', ')}.`;
  return option.type === 'choice' || (option.type === 'map' && option.values === 'choice')
    ? `${option.description} One of ${option.choices.map(code).join(', ')}.`
    : option.description;
}

function exampleText({ title, plan, given, gives = {}, rejects, files = {}, references = {} }: StepExample): string {
  const documents = Object.entries(gives).flatMap(([entity, texts]) => texts.map((text) => [entity, text] as const));
  const behind =
    rejects !== undefined
      ? [`rejected: ${rejects}`]
      : documents.length === 0
        ? ['(nothing goes on)']
        : documents.map(([entity, text]) => (entity === 'document' ? text : `${entity}: ${text}`));
  return [
    `**${title}**`,
    ...Object.entries(files).map(([name, text]) => `${code(name)}:\n\n${fenced(text, name.split('.').at(-1)!)}`),
    ...Object.entries(references).map(([name, texts]) => `${code(name)}:\n\n${fenced(texts.join('\n'), 'text')}`),
    fenced(plan, 'yaml'),
    fenced([...[given].flat(), '', ...behind].join('\n'), 'text'),
  ].join('\n\n');
}

function fenced(text: string, language: string): string {
  return ['```' + language, text.trimEnd(), '```'].join('\n');
}
