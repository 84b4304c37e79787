#!/usr/bin/env node
/** The program `notegraph`. */
import { nodeFault } from './node-version.ts'

// The reader of the output may close the pipe early (`| head`).
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

const fault = nodeFault(process.versions.node)
if (fault !== undefined) {
  process.stderr.write(`notegraph: ${fault}\n`)
  process.exitCode = 1
} else {
  // Loaded after the check, because the SQLite driver crashes on an older Node.
  const { runCli } = await import('./run-cli.ts')
  const code = await runCli(process.argv.slice(2))
  // A command that runs another program has already set its exit code.
  if (code !== 0) process.exitCode = code
}
