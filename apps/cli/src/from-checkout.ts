/** Runs programs that exist only in a checkout of the source, each in a process of its own. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError } from './output.ts'

/** The top folder of a checkout, seen from `src` and from `dist`. */
const TOP = join(import.meta.dirname, '..', '..', '..')

/**
 * Runs a program; its exit code becomes that of this process.
 * @param main path of the program, from the top of the checkout
 * @throws {CommandError} if this is not a checkout
 */
export async function runFromCheckout(what: string, main: string, args: readonly string[]): Promise<void> {
  const path = join(TOP, main)
  if (!existsSync(path)) throw new CommandError(`${what} only from a checkout of the source.`)
  const child = spawn(process.execPath, ['--conditions=notegraph', path, ...args], { stdio: 'inherit' })
  const pass = (signal: NodeJS.Signals) => void child.kill(signal)
  process.on('SIGINT', pass).on('SIGTERM', pass)
  process.exitCode = await new Promise<number>((resolve) => child.on('exit', (code) => resolve(code ?? 1)))
}
