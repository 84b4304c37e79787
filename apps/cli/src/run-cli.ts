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
    process.stderr.write(`notegraph: ${oneLine(await failureWords(error))}\n`)
    return error instanceof UsageError ? 2 : 1
  }
}

/** SQLite and the system have few words for a disk that fails or a folder that is closed, and none for the next step. */
export async function failureWords(error: unknown): Promise<string> {
  if (!(error instanceof Error)) return String(error)
  if (!('code' in error) || error instanceof CommanderError) return error.message
  const { code, path, dest } = error as NodeJS.ErrnoException & { readonly dest?: string }
  if (path !== undefined && (code === 'EACCES' || code === 'EPERM'))
    return `This command runs as ${userWords()}, who may not use ${[path, dest].filter(Boolean).join(' or ')} (${code}). Change its rights, or choose another place.`
  const { diskFault } = await import('@notegraph/host')
  return diskFault(error) ?? error.message
}

/** Windows has no numbers of users. */
const userWords = (): string => (process.getuid ? `the user with the id ${process.getuid()}` : 'a user')
