/** The program `notegraph` as a process: checks Node, runs one command line, and sets the exit code. */
import { cacheCompiledCode } from './compile-cache.ts'
import { nodeFault } from './node-version.ts'
import { version } from './version.ts'

/** @param args without the names of Node and of the program */
export async function runProgram(args: readonly string[]): Promise<void> {
  // The reader of the output may close the pipe early (`| head`).
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
  const fault = nodeFault(process.versions.node)
  if (fault !== undefined) {
    process.stderr.write(`notegraph: ${fault}\n`)
    process.exitCode = 1
    return
  }
  // Scripts ask for the version alone, and the parser of command lines takes as long to load as Node.
  if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
    process.stdout.write(`${version()}\n`)
    return
  }
  cacheCompiledCode()
  // Loaded after the check, because the SQLite driver crashes on an older Node.
  const { runCli } = await import('./run-cli.ts')
  const code = await runCli(args)
  // A command that runs another program has already set its exit code.
  if (code !== 0) process.exitCode = code
}
