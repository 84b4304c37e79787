import { CommanderError } from 'commander'
import { oneLine, UsageError } from './output.ts'
import { program } from './program.ts'

/**
 * Runs one command line.
 * @returns 0, or 2 for bad usage, or 1 for a failure, told in one line on standard error
 */
export async function runCli(args: readonly string[]): Promise<0 | 1 | 2> {
  try {
    await program().parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    // Help and version, which were asked for, come as an exception too.
    if (error instanceof CommanderError && error.exitCode === 0) return 0
    process.stderr.write(`notegraph: ${oneLine(error instanceof Error ? error.message : String(error))}\n`)
    return error instanceof UsageError ? 2 : 1
  }
}
