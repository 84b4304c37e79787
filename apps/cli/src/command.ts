/**
 * How every command runs: settings from the environment, the store opened, the result printed, the store closed. The
 * store and the service take most of the program's start-up time, so a command loads them only when it runs.
 */
import { statSync } from 'node:fs'
import type { Opened, Settings } from '@notegraph/host'
import type { AuditLog, Operator } from '@notegraph/service'
import type { Command } from 'commander'
import { CommandError, output, type Output } from './output.ts'
import { settingsOf, withData, type GivenSettings } from './settings.ts'

export interface Run extends Opened {
  readonly settings: Settings
  readonly operators: Operator
  readonly audit: AuditLog
  readonly out: Output
  /** The time at which the command was given, in milliseconds since 1970. */
  readonly now: number
}

export const withJson = (command: Command): Command => command.option('--json', 'print one JSON value')

/**
 * A command that works on the store.
 * @param how.createsData whether the command may start a data folder; any other fails where there is none
 */
export function storeCommand<O extends object>(
  command: Command,
  action: (run: Run, options: O, ...args: string[]) => Promise<void>,
  how: { readonly createsData?: boolean } = {},
): Command {
  return withData(withJson(command)).action(async (...all: unknown[]) => {
    const options = command.opts<O & GivenSettings & { json?: boolean }>()
    const args = all.slice(0, command.registeredArguments.length) as string[]
    const { besideServer, openStore } = await import('@notegraph/host')
    const { auditedStore, auditLog, operator } = await import('@notegraph/service')
    const settings = besideServer(await settingsOf({ data: options.data }))
    if (how.createsData !== true) await checkData(settings)
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

/** @throws {CommandError} where opening the store would create one */
async function checkData({ data }: Settings): Promise<void> {
  const { holdsSqlite } = await import('@notegraph/store/sqlite')
  const isFile = statSync(data, { throwIfNoEntry: false })?.isDirectory() === false
  if (isFile || holdsSqlite(data)) return // opening a file as a folder fails in words of its own
  throw new CommandError(
    `No data in ${data}. Name the data folder with --data or NOTEGRAPH_DATA, or run \`notegraph serve\` to create one.`,
  )
}
