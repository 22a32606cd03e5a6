// May this version go out? Not while the changelog's head is still open.
import { readFileSync } from 'node:fs';
import manifest from '../package.json' with { type: 'json' };

const head = /^## (.+)$/m.exec(readFileSync(new URL('../CHANGELOG.md', import.meta.url), 'utf8'))?.[1] ?? '';

if (!head.startsWith(manifest.version)) {
  console.error(
    `CHANGELOG.md begins with "${head}", a release of ${manifest.version} needs "${manifest.version} (date)": close the head first.`,
  );
  process.exit(1);
}
