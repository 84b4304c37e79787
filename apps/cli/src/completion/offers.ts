/**
 * The completions after each command, derived from the program. A file for each shell beside this one writes the
 * script.
 */
import type { Argument, Command, Option } from 'commander'

/**
 * The values that an option or an argument accepts. A shell completes folders and files itself, and nothing for
 * `anything`.
 */
export type Values = 'nothing' | 'anything' | 'folders' | 'files' | readonly string[]

export interface Offer {
  /** The words that call the command, such as `account create`; empty for the program. */
  readonly path: string
  readonly commands: readonly { readonly name: string; readonly about: string }[]
  readonly options: readonly { readonly flag: string; readonly about: string; readonly values: Values }[]
  /** The values of its arguments. */
  readonly values: Values
}

/** The completions of a command and of all its subcommands. */
export function offersOf(command: Command, path: string = ''): Offer[] {
  const help = command.createHelp()
  const offer: Offer = {
    path,
    commands: help
      .visibleCommands(command)
      .map((sub) => ({ name: sub.name(), about: help.subcommandDescription(sub) })),
    options: help
      .visibleOptions(command)
      .map((option) => ({ flag: option.long!, about: option.description, values: valuesOfOption(option) })),
    values: valuesOfArguments(command.registeredArguments),
  }
  return [offer, ...command.commands.flatMap((sub) => offersOf(sub, `${path} ${sub.name()}`.trim()))]
}

const valuesOfOption = ({ required, optional, argChoices, flags }: Option): Values =>
  required || optional ? (argChoices ?? valuesNamed(/<([^>.]+)/.exec(flags)?.[1] ?? '')) : 'nothing'

const valuesOfArguments = ([first]: readonly Argument[]): Values =>
  first ? (first.argChoices ?? valuesNamed(first.name())) : 'nothing'

function valuesNamed(name: string): Values {
  if (name === 'folder') return 'folders'
  return name === 'path' ? 'files' : 'anything'
}

/** Text in single quotes. POSIX shells and fish read it alike if it has no backslash. */
export const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
