import { Command } from 'commander'
import { storeCommand } from '../command.ts'
import { requireDataFolder } from '../require-data-folder.ts'
import { examples } from '../examples.ts'
import { CommandError, counted } from '../output.ts'
import { withProgress } from '../progress.ts'
import { untilStopped } from '../stop-signal.ts'
import { asCommandError } from './backup.ts'

export function backupsCommand(): Command {
  return storeCommand<{ now?: true }>(
    new Command('backups')
      .description('list the backups that the server makes by itself; fails if the last one is late')
      .addHelpText('after', examples('backups', 'backups --now'))
      .option('--now', 'make one now'),
    async ({ store, blobs, settings, out, now }, { now: isAsked }) => {
      requireDataFolder(settings, 'backups')
      const { backups: schedule, data } = settings
      if (!schedule)
        throw new CommandError('NOTEGRAPH_BACKUP_FOLDER: set the folder in which the server makes backups.')
      const { backupState, listBackups, takeBackup } = await import('@notegraph/host')
      if (isAsked)
        await untilStopped(
          (signal) =>
            withProgress('Copying', out.json, (progress) =>
              asCommandError(takeBackup({ store, blobs, data }, schedule, now, progress, signal)),
            ),
          () => 'Stopped. A backup that is not complete was deleted. Run the same command again.',
        )
      const { failed, isLate, latest } = backupState(schedule, Date.now())
      const backups = latest ? listBackups(schedule.folder) : []
      out.result(
        { folder: schedule.folder, backups, isLate: isLate || !latest, ...(failed && { failed }) },
        backups.map(
          ({ name, at, accounts, files, damaged }) =>
            `${name}  ${new Date(at).toISOString()}  ${counted(accounts, 'account')}, ${counted(files, 'file')}${damaged === 0 ? '' : `, without ${counted(damaged, 'damaged file')}`}`,
        ),
      )
      if (failed) throw new CommandError(`The last backup failed: ${failed.why}`)
      if (!latest) throw new CommandError(`${schedule.folder} has no backup yet.`)
      if (isLate)
        throw new CommandError(
          `The last backup is of ${new Date(latest.at).toISOString()}. Is the server running?`,
        )
    },
  )
}
