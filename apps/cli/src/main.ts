#!/usr/bin/env node
/** `notegraph`, the program. */
import { runCli } from './run-cli.ts'

// Whoever reads the output may have seen enough (`| head`).
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

const code = await runCli(process.argv.slice(2))
// A command that runs another program has its code.
if (code !== 0) process.exitCode = code
