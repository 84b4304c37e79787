/** Programs that stand beside the source, in a checkout, and are run from it in a process of their own. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError } from './output.ts'

/** The top of a checkout, from `src` and from `dist`. */
const TOP = join(import.meta.dirname, '..', '..', '..')

/**
 * Its exit code becomes that of this process.
 * @param main of the program, from the top of the checkout
 * @throws {CommandError} where there is no checkout
 */
export async function runFromCheckout(what: string, main: string, args: readonly string[]): Promise<void> {
  const path = join(TOP, main)
  if (!existsSync(path)) throw new CommandError(`${what} only from a checkout of the source.`)
  const child = spawn(process.execPath, ['--conditions=source', path, ...args], { stdio: 'inherit' })
  const pass = (signal: NodeJS.Signals) => void child.kill(signal)
  process.on('SIGINT', pass).on('SIGTERM', pass)
  process.exitCode = await new Promise<number>((resolve) => child.on('exit', (code) => resolve(code ?? 1)))
}
