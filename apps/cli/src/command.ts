/** How every command runs: settings from the environment, the store opened, the result printed, the store closed. */
import { besideServer, openStore, readSettings, type Opened, type Settings } from '@notegraph/host'
import { auditedStore, auditLog, operator, type AuditLog, type Operator } from '@notegraph/service'
import type { Command } from 'commander'
import { output, type Output } from './output.ts'

export interface Run extends Opened {
  readonly settings: Settings
  readonly operators: Operator
  readonly audit: AuditLog
  readonly out: Output
  /** The time at which the command was given, in milliseconds since 1970. */
  readonly now: number
}

export const withJson = (command: Command): Command => command.option('--json', 'print one JSON value')

/** A command that works on the store. */
export function storeCommand<O extends object>(
  command: Command,
  action: (run: Run, options: O, ...args: string[]) => Promise<void>,
): Command {
  return withJson(command).action(async (...all: unknown[]) => {
    const options = command.opts<O & { json?: boolean }>()
    const args = all.slice(0, command.registeredArguments.length) as string[]
    const settings = besideServer(readSettings(process.env))
    const opened = await openStore(settings)
    try {
      const audit = auditLog(opened.store, { clock: Date.now })
      const store = auditedStore(opened.store, audit, Date.now)
      const run: Run = {
        ...opened,
        store,
        settings,
        audit,
        operators: operator(store, opened.blobs, Date.now),
        out: output(options.json === true, (text) => process.stdout.write(text)),
        now: Date.now(),
      }
      await action(run, options, ...args)
    } finally {
      await opened.store.close()
    }
  })
}
