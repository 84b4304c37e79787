import { quoted, type Offer, type Values } from './offers.ts'

/** The script for bash 3.2 and newer; macOS has 3.2. */
export function bashScript(offers: readonly Offer[]): string {
  return `# Completion of notegraph for bash: source <(notegraph completion bash)
_notegraph() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} called= values=nothing commands= options= i
  [[ $cur == = ]] && cur=
  [[ $prev == = ]] && prev=\${COMP_WORDS[COMP_CWORD-2]}
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "\${called:+$called }\${COMP_WORDS[i]}" in
      ${offers
        .filter(({ path }) => path !== '')
        .map(({ path }) => quoted(path))
        .join(' | ')}) called="\${called:+$called }\${COMP_WORDS[i]}" ;;
    esac
  done
  case "$called" in
${offers.map(caseOf).join('\n')}
  esac
  case "$called $prev" in
${offers.flatMap(optionCases).join('\n')}
    *) [[ $cur == -* || $values == nothing && -z $commands ]] && commands=$options values=nothing ;;
  esac
  local IFS=$'\\n'
  case "$values" in
    folders) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- "$cur")) ;;
    files) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$cur")) ;;
    *) IFS=$' \\n'; COMPREPLY=($(compgen -W "$commands" -- "$cur")) ;;
  esac
}
complete -F _notegraph notegraph
`
}

const caseOf = ({ path, commands, options, values }: Offer): string =>
  `    ${quoted(path)}) ${assigned(
    values,
    commands.map(({ name }) => name),
  )} options=${quoted(options.map(({ flag }) => flag).join(' '))} ;;`

const optionCases = ({ path, options }: Offer): string[] =>
  options
    .filter(({ values }) => values !== 'nothing')
    .map(({ flag, values }) => `    ${quoted(`${path} ${flag}`)}) ${assigned(values, [])} ;;`)

/** @param commands names that are offered along with the values */
const assigned = (values: Values, commands: readonly string[]): string =>
  typeof values === 'string'
    ? `values=${values} commands=${quoted(commands.join(' '))}`
    : `values=words commands=${quoted([...commands, ...values].join(' '))}`
