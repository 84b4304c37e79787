import { Command } from 'commander'
import { storeCommand } from '../command.ts'
import { examples } from '../examples.ts'
import { CommandError, counted } from '../output.ts'

export function sweepCommand(): Command {
  return storeCommand(
    new Command('sweep')
      .description(
        'run the six-hourly cleanup now: delete unused files, then archive and delete graphs of ended plans',
      )
      .addHelpText('after', examples('sweep')),
    async ({ store, blobs, retention, settings, out }) => {
      const { originOf } = await import('@notegraph/host')
      const { sweep } = await import('@notegraph/service')
      const origin = originOf(settings)
      const clock = () => Date.now()
      const {
        files,
        blobs: removed,
        ended,
        failed,
      } = await sweep({
        store,
        blobs,
        retention,
        clock,
        historyDays: settings.historyDays,
        ...(origin !== undefined && { origin }),
      })
      out.result({ files, blobs: removed, ended, failed }, [
        `Deleted ${counted(files, 'unused file')}.`,
        ...ended.map(({ account, file }) =>
          file === undefined
            ? `Deleted the empty graph of ${account}.`
            : `Archived the graph of ${account} in ${file}.`,
        ),
      ])
      if (failed.length > 0) throw new CommandError(`Could not sweep ${failed.join(', ')}.`)
    },
  )
}
