// Writes the parts of the docs that are read off the code: npm run docs
import { readFileSync, writeFileSync } from 'node:fs';
import { PAGES, withTables } from './generated-docs.ts';

for (const name of Object.keys(PAGES)) {
  const page = new URL(`../docs/${name}`, import.meta.url);
  writeFileSync(page, withTables(name, readFileSync(page, 'utf8')));
}
