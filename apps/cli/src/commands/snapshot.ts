import type { Snapshot } from '@notegraph/contract'
import { Command } from 'commander'
import { accountOption, wordsArgument } from '../arguments.ts'
import { storeCommand } from '../command.ts'
import { examples } from '../examples.ts'
import { historyOf } from '../history-of.ts'
import { CommandError, table } from '../output.ts'
import { accepted } from '../service-result.ts'

const NAME = 'notegraph snapshot'

export function snapshotCommand(): Command {
  const snapshot = new Command('snapshot').description('manage the snapshots of a graph')
  snapshot.addCommand(
    storeCommand<{ account: string }>(
      new Command('create')
        .description('give the graph as it is now a name')
        .addHelpText('after', examples("snapshot create 'before the clean-up' --account me"))
        .argument('<name>', 'name for people, such as "before the clean-up"', wordsArgument)
        .addOption(accountOption()),
      async (run, { account }, name) => {
        const { checkBody, MakeSnapshot } = await import('@notegraph/contract')
        const checked = checkBody(MakeSnapshot, { name })
        if (!checked.ok) throw new CommandError(checked.error)
        const of = await run.operators.account(account)
        const made = await accepted((await historyOf(run, NAME)).makeSnapshot(of, name))
        run.out.result(made, [`Created the snapshot ${made.id}.`])
      },
    ),
  )
  snapshot.addCommand(
    storeCommand<{ account: string }>(
      new Command('list')
        .description('list the snapshots of days, and those with a name, newest first')
        .addHelpText('after', examples('snapshot list --account me'))
        .addOption(accountOption()),
      async (run, { account }) => {
        const of = await run.operators.account(account)
        const snapshots = await (await historyOf(run, NAME)).listSnapshots(of)
        run.out.result({ snapshots }, table(snapshots.map(row)))
      },
    ),
  )
  snapshot.addCommand(
    storeCommand<{ account: string }>(
      new Command('remove')
        .description('remove a snapshot; later, the server deletes states that only the snapshot needed')
        .addHelpText('after', examples('snapshot remove 5e0f7a52-1c0b-4d38-9a6e-2f4b8d7c1e90 --account me'))
        .argument('<id>', 'id of the snapshot, from `notegraph snapshot list`')
        .addOption(accountOption()),
      async (run, { account }, id) => {
        const of = await run.operators.account(account)
        await accepted((await historyOf(run, NAME)).removeSnapshot(of, id))
        run.out.result({ ok: true, id }, ['Removed the snapshot.'])
      },
    ),
  )
  return snapshot
}

const row = ({ id, name = 'Day', seq, at }: Snapshot): string[] => [
  id,
  new Date(at).toISOString(),
  `after commit ${seq}`,
  name,
]
