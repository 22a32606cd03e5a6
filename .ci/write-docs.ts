// Writes the tables of docs/plan-language.md that are read off the code: npm run docs
import { readFileSync, writeFileSync } from 'node:fs';
import { withTables } from './plan-language-tables.ts';

const page = new URL('../docs/plan-language.md', import.meta.url);
writeFileSync(page, withTables(readFileSync(page, 'utf8')));
