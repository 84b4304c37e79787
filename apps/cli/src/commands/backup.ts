import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { BackupReport, Settings } from '@notegraph/host'
import { Command } from 'commander'
import { storeCommand, withJson } from '../command.ts'
import { requireDataFolder } from '../require-data-folder.ts'
import { examples } from '../examples.ts'
import { deletedLines } from './secret-key.ts'
import { CommandError, counted, output } from '../output.ts'
import { withProgress } from '../progress.ts'
import { settingsOf, withData, type GivenSettings } from '../settings.ts'
import { untilStopped } from '../stop-signal.ts'

export function backupCommand(): Command {
  return storeCommand(
    new Command('backup')
      .description('copy all accounts, graphs and files to a folder; the server may be running')
      .addHelpText('after', examples('backup ~/backups/2026-11-20'))
      .argument('<folder>', 'empty or new folder'),
    async ({ store, blobs, settings, out, now }, _, folder) => {
      requireDataFolder(settings, 'backup')
      const { backUp } = await import('@notegraph/host')
      const to = folderAt(folder)
      const from = { store, blobs, data: settings.data }
      const report = await untilStopped(
        (signal) =>
          withProgress('Copying', out.json, (progress) =>
            asCommandError(backUp(from, to, now, { progress, signal })),
          ),
        () => 'Stopped. The incomplete backup was deleted. Run the same command again.',
      )
      out.result(report, [`Copied ${contents(report)} to ${folder}.`, ...damaged(report)])
    },
  )
}

interface RestoreOptions extends GivenSettings {
  readonly json?: boolean
  readonly keepAccess?: boolean
  /** `true` is the newest. */
  readonly fetch?: string | true
}

export function restoreCommand(): Command {
  const command = new Command('restore')
    .description('replace the data with a backup; the previous data is kept aside')
    .addHelpText(
      'after',
      examples(
        'restore ~/backups/2026-11-20',
        'restore ~/backups/2026-11-20 --keep-access',
        'restore ~/backups --fetch',
      ),
    )
    .argument(
      '<folder>',
      'folder that `notegraph backup` created, or NOTEGRAPH_BACKUP_FOLDER for the newest one',
    )
    .option(
      '--keep-access',
      'for a move to another machine: keep browsers, devices and apps signed in, and links and sites open',
    )
    .option(
      '--fetch [name]',
      'first bring the newest backup, or the one of this name, from the bucket NOTEGRAPH_BACKUP_S3_BUCKET to the folder',
    )
  return withData(withJson(command)).action(
    async (folder: string, { json, keepAccess = false, fetch, ...options }: RestoreOptions) => {
      const { openBlobs, requireOwnData, restore, secretKeyOf } = await import('@notegraph/host')
      const { endedWords } = await import('@notegraph/service')
      const settings = await settingsOf(options)
      requireDataFolder(settings, 'restore')
      requireOwnData(settings.data)
      const out = output(json === true, (text) => process.stdout.write(text))
      const blobs = await openBlobs(settings)
      const from = await backupIn(folderAt(folder), settings, fetch)
      const key = () => secretKeyOf(settings).key
      const report = await withProgress('Restoring', out.json, (progress) =>
        asCommandError(
          restore({ blobs, data: settings.data, key, keepsAccess: keepAccess }, from, Date.now(), progress),
        ),
      )
      const { at, replaced, deleted, ended } = report
      out.result(report, [
        `Restored ${contents(report)}, as of ${new Date(at).toISOString()}.`,
        ...(replaced === undefined ? [] : [`The previous data is in ${replaced}.`]),
        ended ? `Ended: ${endedWords(ended) ?? 'nothing'}. ${AFTER_END}` : KEPT,
        ...damaged(report),
        ...(deleted.length === 0 ? [] : [WITHOUT_KEY, ...deletedLines(deleted)]),
      ])
    },
  )
}

const AFTER_END =
  'People and devices sign in again. Owners open shared pages and sites again under Settings. Tokens and passkeys work as at the time of the backup, also those that were revoked since.'
const KEPT = 'Nobody was signed out. Whatever ended since the backup works again.'

const WITHOUT_KEY =
  'The backup was made under another secret key. What nobody can read without it was deleted. To have it, restore again with the right NOTEGRAPH_SECRET_KEY_FILE. Deleted:'

/** @throws {CommandError} if the path exists and is not a folder */
function folderAt(folder: string): string {
  const at = resolve(folder)
  if (statSync(at, { throwIfNoEntry: false })?.isDirectory() === false)
    throw new CommandError(`${folder} is not a folder.`)
  return at
}

/** The backup to restore. The folder of the scheduled backups means the newest one. */
async function backupIn(
  folder: string,
  { backups }: Settings,
  fetch: RestoreOptions['fetch'],
): Promise<string> {
  const { fetchBackup, listBackups } = await import('@notegraph/host')
  if (fetch !== undefined) {
    if (!backups?.bucket)
      throw new CommandError('NOTEGRAPH_BACKUP_S3_BUCKET: set the bucket that has the backups.')
    return asCommandError(fetchBackup(backups.bucket, folder, fetch === true ? undefined : fetch))
  }
  const [newest] = listBackups(folder)
  return newest ? join(folder, newest.name) : folder
}

/** A refusal of the backup in words of the command. */
export async function asCommandError<T>(work: Promise<T>): Promise<T> {
  const { BackupError } = await import('@notegraph/host')
  try {
    return await work
  } catch (error) {
    throw error instanceof BackupError ? new CommandError(error.message) : error
  }
}

const contents = ({ accounts, files }: BackupReport): string =>
  `${counted(accounts, 'account')} and ${counted(files, 'file')}`

const damaged = ({ damaged }: BackupReport): string[] =>
  damaged.map((hash) => `The file ${hash} is damaged and was left out.`)
