import { CommanderError } from 'commander'
import { oneLine, UsageError } from './output.ts'
import { program } from './program.ts'

/**
 * Runs one command line. A failure prints one line on standard error.
 * @returns 0, or 2 for wrong usage, or 1 for a failure
 */
export async function runCli(args: readonly string[]): Promise<0 | 1 | 2> {
  try {
    await program().parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    // Commander throws for help and version too.
    if (error instanceof CommanderError && error.exitCode === 0) return 0
    process.stderr.write(`notegraph: ${oneLine(error instanceof Error ? error.message : String(error))}\n`)
    return error instanceof UsageError ? 2 : 1
  }
}
