/** Runs the server under strace, which injects failures of system calls, or records what reaches the disk. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * The command that the server runs through. The tracer stays beside the server, which keeps its process id.
 * @param log the start of the paths of the log, which has a file for each thread
 */
export const straceOf = (log: string, options: readonly string[]): readonly string[] => [
  'strace',
  '-D',
  '-q',
  '-ff',
  '-ttt',
  '-o',
  log,
  ...options,
]

/** The texts of a log so far, one for each thread. */
const textsOf = (log: string): string[] =>
  readdirSync(dirname(log))
    .filter((file) => file.startsWith(`${basename(log)}.`))
    .map((file) => readFileSync(join(dirname(log), file), 'latin1'))

/** The lines of each thread. */
export type StraceLog = readonly (readonly string[])[]

/** The lines of a log, one list for each thread. Waits for the end of the tracer, which comes after that of the server. */
export async function linesOf(log: string): Promise<StraceLog> {
  while (!textsOf(log).every((text) => text.endsWith('+++\n'))) await wait(20)
  return textsOf(log).map((text) => text.split('\n'))
}

/** How often a failure was injected so far. */
export const injectedIn = (log: string): number =>
  textsOf(log).reduce((sum, text) => sum + text.split('(INJECTED)').length - 1, 0)
