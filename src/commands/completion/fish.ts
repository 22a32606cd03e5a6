/** How does fish complete the command? A line for each thing that can be typed. */
import type { Completable, CompletableCommand, CompletableOption, Values } from './completable.ts';

export function fishScript({ commands, options }: Completable): string {
  const lines = [
    ...options.map((option) => optionLine('__fish_use_subcommand', option)),
    ...commands.map(
      ({ name, description }) => `complete -c remodel -n __fish_use_subcommand -a ${name} -d ${quoted(description)}`,
    ),
    ...commands.flatMap(commandLines),
  ];
  return `# Completion of remodel for fish: remodel completion fish > ~/.config/fish/completions/remodel.fish
complete -c remodel -f
${lines.join('\n')}
`;
}

function commandLines({ name, options, argument }: CompletableCommand): string[] {
  const condition = `__fish_seen_subcommand_from ${name}`;
  const behind = offered(argument);
  const lines = options.map((option) => optionLine(condition, option));
  return behind === undefined
    ? lines
    : [...lines, `complete -c remodel -n ${quoted(condition)} -k -a ${quoted(behind)}`];
}

function optionLine(condition: string, { names, description, values, mayStandAlone }: CompletableOption): string {
  const flags = names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`));
  const behind = values === undefined ? undefined : offered(values);
  const needed = values === undefined || mayStandAlone ? '' : ' -r';
  const offer = behind === undefined ? '' : ` -a ${quoted(behind)}`;
  return `complete -c remodel -n ${quoted(condition)} ${flags.join(' ')}${needed}${offer} -d ${quoted(description)}`;
}

function offered(values: Values): string | undefined {
  switch (values.kind) {
    case 'plans':
      return '(__fish_complete_suffix .yaml .yml .json)';
    case 'files':
      return '(__fish_complete_path)';
    case 'folders':
      return '(__fish_complete_directories)';
    case 'words':
      return values.words.join(' ');
    case 'anything':
      break;
  }
  return undefined;
}

function quoted(text: string): string {
  return `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`;
}
