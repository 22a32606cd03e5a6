/** How is each command called? Examples for `--help`; a test reads them as the program does. */
import type { Command } from 'commander';
import { paragraphLines } from '../report/text/layout.ts';

const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  check: [
    'remodel check plan.yaml',
    'remodel check plan.yaml --sample first-thousand.ndjson',
    'remodel check plan.yaml --sample --limit 1000 --json',
  ],
  preview: ['remodel preview plan.yaml -n 1', 'remodel preview plan.yaml --id p1'],
  test: ['remodel test plan.yaml', 'remodel test plan.yaml --update'],
  transform: [
    'remodel transform plan.yaml --entity comment < posts.ndjson > comments.ndjson',
    'parallel --pipe -k remodel transform plan.yaml --tagged < posts.ndjson',
  ],
  rehearse: [
    'remodel rehearse plan.yaml',
    'remodel rehearse plan.yaml --out accepted --json > report.json',
    'remodel rehearse plan.yaml --limit 1000',
  ],
  run: [
    'remodel run plan.yaml --to out --dry-run',
    'remodel run plan.yaml --to out --max-errors 1%',
    'remodel run plan.yaml --to out',
  ],
  replay: [
    'remodel replay .remodel/blog/rejects.ndjson --dry-run',
    'remodel replay .remodel/blog/rejects.ndjson --plan corrected.yaml',
  ],
  status: ['remodel status plan.yaml', 'remodel status plan.yaml --state /var/lib/remodel/blog --json'],
  serve: [
    'remodel serve',
    'remodel serve --port 0 --json',
    'remodel serve --data account --ru 4000 --ranges 4',
    'remodel serve --host 0.0.0.0 --tls-cert cert.pem --tls-key key.pem',
  ],
  explain: ['remodel explain UNIQUE_KEY_NULL', 'remodel explain unknown-step', 'remodel explain 9', 'remodel explain'],
  completion: [
    'eval "$(remodel completion bash)"',
    'eval "$(remodel completion zsh)"',
    'remodel completion fish > ~/.config/fish/completions/remodel.fish',
  ],
};

/** What stands at the end of a command's help. */
export function examplesOf(command: string): string {
  return examplesText(EXAMPLES[command] ?? []);
}

/** The same behind what else is to be known of the command, which is broken to the width of the terminal. */
export function noteAndExamplesOf(command: string, note: string): (context: HelpContext) => string {
  return ({ command: shown }) => {
    const width = shown.configureOutput().getOutHelpWidth?.() ?? DEFAULT_WIDTH;
    return `\n${paragraphLines(note, width, '').join('\n')}\n${examplesOf(command)}`;
  };
}

interface HelpContext {
  readonly command: Command;
}

/** As the rest of the help has it where there is no terminal. */
const DEFAULT_WIDTH = 80;

/** What stands in the help of the program. */
export function mainExamples(): string {
  return examplesText([
    ...EXAMPLES['check']!.slice(0, 2),
    ...EXAMPLES['preview']!.slice(0, 1),
    ...EXAMPLES['test']!.slice(0, 1),
    'remodel transform plan.yaml --tagged < posts.ndjson',
    ...EXAMPLES['rehearse']!,
    ...EXAMPLES['run']!,
    'remodel replay .remodel/blog/rejects.ndjson',
    ...EXAMPLES['status']!.slice(0, 1),
    ...EXAMPLES['serve']!.slice(0, 1),
    ...EXAMPLES['explain']!.slice(0, 1),
  ]);
}

function examplesText(lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}`;
}
