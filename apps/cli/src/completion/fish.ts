import { quoted, type Offer, type Values } from './offers.ts'

export function fishScript(offers: readonly Offer[]): string {
  const called = offers.filter(({ path }) => path !== '').map(({ path }) => quoted(path))
  return `# Completion of notegraph for fish: notegraph completion fish | source
function __notegraph_called
    set -l called
    for word in (commandline -opc)[2..-1]
        if contains -- (string join -- ' ' $called $word) ${called.join(' ')}
            set -a called $word
        end
    end
    string join -- ' ' $called
end
function __notegraph_at
    test (__notegraph_called | string collect --allow-empty) = $argv[1]
end
complete -c notegraph -e
complete -c notegraph -f
${offers.flatMap(linesOf).join('\n')}
`
}

function linesOf({ path, commands, options, values }: Offer): string[] {
  const at = `complete -c notegraph -n ${quoted(`__notegraph_at "${path}"`)}`
  return [
    ...commands.map(({ name, about }) => `${at} -a ${name} -d ${quoted(about)}`),
    ...(values === 'nothing' || values === 'anything' ? [] : [`${at} ${taken(values)}`]),
    ...options.map(
      ({ flag, about, values: own }) => `${at} -l ${flag.slice(2)} ${optionTaken(own)}-d ${quoted(about)}`,
    ),
  ]
}

const optionTaken = (values: Values): string => {
  if (values === 'nothing') return ''
  return values === 'anything' ? '-x ' : `-r ${taken(values)} `
}

function taken(values: Exclude<Values, 'nothing' | 'anything'>): string {
  if (values === 'folders') return `-f -a '(__fish_complete_directories)'`
  return values === 'files' ? '-F' : `-f -a ${quoted(values.join(' '))}`
}
