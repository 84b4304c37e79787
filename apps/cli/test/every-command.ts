/** Commands of the program that do something, each by the words that call it. */
import type { Command } from 'commander'
import { program } from '../src/program.ts'

export interface CommandAt {
  readonly path: readonly string[]
  readonly command: Command
}

export function everyCommand(command: Command = program(), path: readonly string[] = []): CommandAt[] {
  if (command.commands.length === 0) return [{ path, command }]
  return command.commands.flatMap((sub) => everyCommand(sub, [...path, sub.name()]))
}

/** The long names of a command's options. */
export const optionsOf = (command: Command): (string | undefined)[] => command.options.map(({ long }) => long)
