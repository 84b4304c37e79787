#!/usr/bin/env node
/** `notegraph`: exits 0, or 2 for bad usage, or 1 for a failure, told in one line on standard error. */
import { CommanderError, type Command } from 'commander'
import { UsageError } from './output.ts'
import { program } from './program.ts'

/** Bad usage is told by an exception, from every command. */
function throwing(command: Command): Command {
  command.exitOverride().configureOutput({ writeErr: () => {} })
  for (const sub of command.commands) throwing(sub)
  return command
}

const line = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ').trim()

try {
  await throwing(program()).parseAsync()
} catch (error) {
  if (error instanceof CommanderError) {
    // Help and version are asked for; anything else is a way of calling that is none.
    if (error.exitCode !== 0) {
      console.error(`notegraph: ${line(error.message.replace(/^error: /, ''))} See notegraph --help.`)
      process.exitCode = 2
    }
  } else if (error instanceof UsageError) {
    console.error(`notegraph: ${line(error.message)}`)
    process.exitCode = 2
  } else {
    console.error(`notegraph: ${line(error instanceof Error ? error.message : String(error))}`)
    process.exitCode = 1
  }
}
