/** How does zsh complete the command? By its own _arguments, with descriptions. */
import type { Completable, CompletableCommand, CompletableOption, Values } from './completable.ts';

export function zshScript({ commands, options }: Completable): string {
  const described = commands.map(({ name, description }) => `    ${quoted(`${name}:${description}`)}`);
  return `#compdef remodel
# Completion of remodel for zsh. Where compinit has run: eval "$(remodel completion zsh)"
_remodel() {
  local curcontext="$curcontext" state line
  typeset -A opt_args
  local -a commands
  commands=(
${described.join('\n')}
  )
  _arguments -C \\
${options.map((option) => `    ${argumentOf(option)} \\`).join('\n')}
    '1: :->command' \\
    '*:: :->behind'
  case $state in
    command) _describe -t commands command commands ;;
    behind)
      curcontext="\${curcontext%:*:*}:remodel-$words[1]:"
      case $words[1] in
${commands.map(commandCase).join('\n')}
      esac ;;
  esac
}
if [ "$funcstack[1]" = _remodel ]; then _remodel "$@"; else compdef _remodel remodel; fi
`;
}

function commandCase({ name, options, argument }: CompletableCommand): string {
  const lines = [...options.map(argumentOf), quoted(`1:${labelOf(argument)}:${actionOf(argument)}`)];
  return `        ${name})\n          _arguments \\\n${lines.map((line) => `            ${line}`).join(' \\\n')} ;;`;
}

/** `'(-h --help)'{-h,--help}'[what it does]'`, and what follows it. */
function argumentOf({ names, description, values, mayStandAlone }: CompletableOption): string {
  const told = `[${description.replaceAll(/[[\]]/g, String.raw`\$&`)}]`;
  const colon = mayStandAlone ? '::' : ':';
  const behind = values === undefined ? '' : `${colon}${labelOf(values)}:${actionOf(values)}`;
  const [only, ...others] = names;
  if (others.length === 0) return quoted(`${only}${told}${behind}`);
  return `${quoted(`(${names.join(' ')})`)}{${names.join(',')}}${quoted(`${told}${behind}`)}`;
}

function labelOf({ kind }: Values): string {
  return { plans: 'plan', files: 'file', folders: 'folder', words: 'word', anything: 'value' }[kind];
}

function actionOf(values: Values): string {
  switch (values.kind) {
    case 'plans':
      return '_files -g "*.(yaml|yml|json)"';
    case 'files':
      return '_files';
    case 'folders':
      return '_files -/';
    case 'words':
      return `(${values.words.join(' ')})`;
    case 'anything':
      break;
  }
  return ' ';
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
