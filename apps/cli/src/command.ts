/**
 * The steps of every command: read settings, open the store, print the result, close the store. The store and the
 * service load slowly, so a command loads them only when it runs.
 */
import { statSync } from 'node:fs'
import type { OpenStores, Settings } from '@notegraph/host'
import type { AuditLog, Operator } from '@notegraph/service'
import type { Command } from 'commander'
import { CommandError, output, type Output } from './output.ts'
import { settingsOf, withData, type GivenSettings } from './settings.ts'

export interface Run extends OpenStores {
  readonly settings: Settings
  readonly operators: Operator
  readonly audit: AuditLog
  readonly out: Output
  /** The start time of the command, in milliseconds since 1970. */
  readonly now: number
}

export const withJson = (command: Command): Command => command.option('--json', 'print one JSON value')

/**
 * Adds an action with the store open to a command.
 * @param how.createsData whether the command may create the data folder; other commands fail without one
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
    const { auditedStore, auditLog, operator, watchedImporter } = await import('@notegraph/service')
    const settings = besideServer(await settingsOf({ data: options.data }))
    if (how.createsData !== true) await checkData(settings)
    const opened = await openStore(settings)
    try {
      const audit = auditLog(opened.store, { clock: Date.now })
      const store = auditedStore(opened.store, audit, Date.now)
      const run: Run = {
        ...opened,
        store,
        importer: watchedImporter(opened.store, opened.importer, audit, Date.now),
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

/** @throws {CommandError} if opening the store would create a data folder */
export async function checkData({
  data,
  databaseUrl,
}: Pick<Settings, 'data' | 'databaseUrl'>): Promise<void> {
  if (databaseUrl !== undefined) return
  const { holdsSqlite } = await import('@notegraph/store/sqlite')
  const isFile = statSync(data, { throwIfNoEntry: false })?.isDirectory() === false
  if (isFile || holdsSqlite(data)) return // opening a file as a data folder reports an error of its own
  const { requireOwnData } = await import('@notegraph/host')
  requireOwnData(data) // a folder that is closed to this user seems to be empty
  throw new CommandError(
    `No data in ${data}. Name the data folder with --data or NOTEGRAPH_DATA, or run \`notegraph serve\` to create one.`,
  )
}
