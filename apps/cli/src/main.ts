#!/usr/bin/env node
/** `notegraph`, the program. */
import { nodeFault } from './node-version.ts'

// Whoever reads the output may have seen enough (`| head`).
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

const fault = nodeFault(process.versions.node)
if (fault !== undefined) {
  process.stderr.write(`notegraph: ${fault}\n`)
  process.exitCode = 1
} else {
  // Loaded only now, since the SQLite driver crashes an older Node.
  const { runCli } = await import('./run-cli.ts')
  const code = await runCli(process.argv.slice(2))
  // A command that runs another program has its code.
  if (code !== 0) process.exitCode = code
}
