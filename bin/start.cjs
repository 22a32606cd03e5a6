// Starts the built command. Apart from remodel.cjs because an old Node cannot even read `import()`.
'use strict';

const fs = require('node:fs');
const path = require('node:path');

const project = path.dirname(__dirname);

if (fs.existsSync(path.join(project, 'dist/command/cli.js'))) {
  void import('../dist/command/cli.js');
} else {
  console.error('remodel is not built: run "npm ci && npm run build" in ' + project + ' first.');
  process.exit(2);
}
