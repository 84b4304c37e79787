/** Every command of the program with an action, and the words that call it. */
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

/** The words of a command line, as a shell splits them. */
export const wordsOf = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare!,
  )

/** Parses a command line without running it. @returns the words of the command that it calls */
export async function pathCalled(words: readonly string[]): Promise<string> {
  const read = program()
  const called: string[] = []
  for (const { path, command } of everyCommand(read)) command.action(() => void called.push(path.join(' ')))
  await read.parseAsync(words, { from: 'user' })
  return called.join()
}
