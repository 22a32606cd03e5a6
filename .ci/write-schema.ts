// Writes the JSON Schema of plans, which is published with the package: npm run schema
import { writeFileSync } from 'node:fs';
import { schemaText } from '../src/plan/schema-text.ts';

writeFileSync(new URL('../schema/plan.schema.json', import.meta.url), schemaText());
