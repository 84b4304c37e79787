import { quoted, type Offer, type Values } from './offers.ts'

/** The script for zsh. It can be sourced, or saved as `_notegraph` in a folder of `fpath`. */
export function zshScript(offers: readonly Offer[]): string {
  return `#compdef notegraph
# Completion of notegraph for zsh, after compinit: source <(notegraph completion zsh)
_notegraph() {
  local called= values=nothing word before=$words[CURRENT-1]
  local -a commands options
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "\${called:+$called }$word" in
      (${offers
        .filter(({ path }) => path !== '')
        .map(({ path }) => quoted(path))
        .join('|')}) called="\${called:+$called }$word" ;;
    esac
  done
  case "$called" in
${offers.map(caseOf).join('\n')}
  esac
  if [[ $PREFIX == --*=* ]]; then
    before=\${PREFIX%%=*}
    compset -P '*='
  fi
  case "$called $before" in
${offers.flatMap(optionCases).join('\n')}
    (*) if [[ $PREFIX == -* || ( $values == nothing && $#commands == 0 ) ]]; then
          _describe -o option options
          return
        fi ;;
  esac
  case "$values" in
    (folders) _files -/ ;;
    (files) _files ;;
    (*) (( $#commands )) && _describe value commands ;;
  esac
}
if [[ $funcstack[1] == _notegraph ]]; then _notegraph "$@"; else compdef _notegraph notegraph; fi
`
}

const caseOf = ({ path, commands, options, values }: Offer): string => {
  const named = commands.map(({ name, about }) => described(name, about))
  const flags = options.map(({ flag, about }) => described(flag, about))
  return `    (${quoted(path)}) ${assigned(values, named)} options=(${flags.join(' ')}) ;;`
}

const optionCases = ({ path, options }: Offer): string[] =>
  options
    .filter(({ values }) => values !== 'nothing')
    .map(({ flag, values }) => `    (${quoted(`${path} ${flag}`)}) ${assigned(values, [])} ;;`)

/** @param commands names that are offered along with the values */
const assigned = (values: Values, commands: readonly string[]): string =>
  typeof values === 'string'
    ? `values=${values} commands=(${commands.join(' ')})`
    : `values=words commands=(${[...commands, ...values.map(quoted)].join(' ')})`

/** A word and its description, separated by the colon that \`_describe\` expects. */
const described = (word: string, about: string): string =>
  quoted(`${word}:${about.replaceAll(':', String.raw`\:`)}`)
