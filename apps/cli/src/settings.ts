/** Settings from the environment, with options of the command line that replace them. */
import type { Settings } from '@notegraph/host'
import { Option, type Command } from 'commander'
import { folderArgument } from './arguments.ts'
import { build } from './version.ts'

/** Values from the command line; each replaces the variable with its name. */
export interface GivenSettings {
  readonly data?: string | undefined
  readonly port?: number | undefined
}

/** Adds `--data` to a command that uses the data folder. */
export const withData = (command: Command): Command =>
  command.addOption(
    new Option('--data <folder>', 'the data folder (default: NOTEGRAPH_DATA, else ./data)').argParser(
      folderArgument,
    ),
  )

/** @throws {SettingError} at the first invalid value */
export async function settingsOf({ data, port }: GivenSettings): Promise<Settings> {
  const { readSettings } = await import('@notegraph/host')
  const commit = build()
  return readSettings({
    ...process.env,
    ...(commit !== undefined && { NOTEGRAPH_BUILD: commit }),
    ...(data !== undefined && { NOTEGRAPH_DATA: data }),
    ...(port !== undefined && { NOTEGRAPH_PORT: String(port) }),
  })
}
