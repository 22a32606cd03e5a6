/**
 * Which formats are checked? Those of the standard whose check takes a time that grows with the text only, and int32 and
 * the like of OpenAPI. For addresses these are the shorter ways of ajv-formats: its full ones go back and forth over a
 * text that is made for it. Other formats say nothing, as the standard has it, and a warning says so.
 */
import { fastFormats, fullFormats } from 'ajv-formats/dist/formats.js';
import type { Format } from 'ajv';

const FULL = [
  'date',
  'date-time',
  'duration',
  'hostname',
  'ipv4',
  'ipv6',
  'json-pointer',
  'regex',
  'relative-json-pointer',
  'time',
  'uuid',
  'byte',
  'double',
  'float',
  'int32',
  'int64',
  'binary',
  'password',
] as const;
const FAST = ['email', 'uri', 'uri-reference'] as const;

export const FORMATS: Readonly<Record<string, Format>> = Object.fromEntries([
  ...FULL.map((name) => [name, fullFormats[name]] as const),
  ...FAST.map((name) => [name, fastFormats[name]] as const),
]);
