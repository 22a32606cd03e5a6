/** How does bash complete the command? In what bash 3.2 understands, which macOS still has. */
import type { Completable, CompletableCommand, CompletableOption, Values } from './completable.ts';

export function bashScript({ commands, options }: Completable): string {
  const names = commands.map(({ name }) => name).join(' ');
  const cases = commands.map(commandCase).join('\n');
  return `# Completion of remodel for bash. In ~/.bashrc: eval "$(remodel completion bash)"
_remodel_files() {
  # Folders are always offered, since the file may lie in one of them.
  local entry IFS=$'\\n'
  COMPREPLY=()
  for entry in $(compgen -d -- "$2"); do COMPREPLY+=("$entry"); done
  if [ -n "$1" ]; then
    for entry in $(compgen -f -- "$2"); do
      [[ ! -d $entry && $entry =~ $1 ]] && COMPREPLY+=("$entry")
    done
  fi
  type compopt >/dev/null 2>&1 && compopt -o filenames 2>/dev/null
  return 0
}

_remodel_words() {
  COMPREPLY=($(compgen -W "$1" -- "$2"))
}

_remodel() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" command="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) ;; *) command="$word"; break ;; esac
  done
  # Where "=" parts words, what stands before it is the option.
  if [ "$current" = "=" ]; then current=""; elif [ "$before" = "=" ]; then before="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  case "$command" in
    "") _remodel_words "${names} ${namesOf(options)}" "$current" ;;
${cases}
  esac
}
complete -F _remodel remodel
`;
}

function commandCase({ name, options, argument }: CompletableCommand): string {
  const taking = options.filter(({ values, mayStandAlone }) => values !== undefined && !mayStandAlone);
  const perhaps = options.filter(({ values, mayStandAlone }) => values !== undefined && mayStandAlone);
  const cases = [
    ...taking.map(({ names, values }) => `        ${names.join('|')}) ${offered(values!)}; return ;;`),
    ...perhaps.map(
      ({ names, values }) =>
        `        ${names.join('|')}) case "$current" in -*) ;; *) ${offered(values!)}; return ;; esac ;;`,
    ),
  ];
  const before = cases.length === 0 ? [] : ['      case "$before" in', ...cases, '      esac'];
  return [
    `    ${name})`,
    ...before,
    `      case "$current" in`,
    `        -*) _remodel_words "${namesOf(options)}" "$current" ;;`,
    `        *) ${offered(argument)} ;;`,
    `      esac ;;`,
  ].join('\n');
}

function offered(values: Values): string {
  switch (values.kind) {
    case 'plans':
      return String.raw`_remodel_files '\.(ya?ml|json)$' "$current"`;
    case 'files':
      return `_remodel_files '.' "$current"`;
    case 'folders':
      return `_remodel_files '' "$current"`;
    case 'words':
      return `_remodel_words "${values.words.join(' ')}" "$current"`;
    case 'anything':
      break;
  }
  return 'COMPREPLY=()';
}

function namesOf(options: readonly CompletableOption[]): string {
  return options.flatMap(({ names }) => names).join(' ');
}
