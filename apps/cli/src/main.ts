#!/usr/bin/env node
/** `notegraph`: exits 0, or 2 for bad usage, or 1 for a failure, told in one line on standard error. */
import { CommanderError } from 'commander'
import { oneLine, UsageError } from './output.ts'
import { program } from './program.ts'

// Whoever reads the output may have seen enough (`| head`).
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

try {
  await program().parseAsync()
} catch (error) {
  // Help and version, which were asked for, come as an exception too.
  const isDone = error instanceof CommanderError && error.exitCode === 0
  if (!isDone) {
    console.error(`notegraph: ${oneLine(error instanceof Error ? error.message : String(error))}`)
    process.exitCode = error instanceof UsageError ? 2 : 1
  }
}
