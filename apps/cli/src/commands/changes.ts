import type { Change, LeftAsItIs } from '@notegraph/contract'
import type { ChangesService } from '@notegraph/service'
import { Command } from 'commander'
import { accountOption, countArgument, offsetArgument, wordsArgument } from '../arguments.ts'
import { storeCommand, type Run } from '../command.ts'
import { examples } from '../examples.ts'
import { counted, table, UsageError } from '../output.ts'
import { accepted } from '../service-result.ts'

async function changesOf({ store, audit, settings }: Run): Promise<ChangesService> {
  const { originOf } = await import('@notegraph/host')
  const { auditedChanges, changesService } = await import('@notegraph/service')
  const origin = originOf(settings)
  const deps = { clock: Date.now, newId: () => crypto.randomUUID(), ...(origin !== undefined && { origin }) }
  return auditedChanges(changesService(store, deps), audit)
}

const row = ({ id, at, token, summary, state }: Change): string[] => [
  id,
  new Date(at).toISOString(),
  state,
  summary,
  `by ${token}`,
]

export function changesCommand(): Command {
  return new Command('changes')
    .description('list the changes of programs and assistants in the last 30 days, or keep them')
    .addCommand(listCommand(), { isDefault: true })
    .addCommand(keepCommand())
}

function keepCommand(): Command {
  return storeCommand<{ account: string; token?: string }>(
    new Command('keep')
      .description('accept changes, so that they leave room for others; they can no longer be reverted')
      .addHelpText(
        'after',
        examples(
          'changes keep 0d1c5c0a-52a4-4d9f-8f6e-1c2b7a9e4d10 --account me',
          'changes keep --token "Laptop script" --account me',
        ),
      )
      .argument('[changes...]', 'ids of changes, from `notegraph changes`')
      .addOption(accountOption())
      .option('--token <name>', 'all changes of the tokens with this name so far', wordsArgument),
    async (run, { account, token }, changes) => {
      const ids = [changes ?? []].flat()
      if (ids.length > 0 === (token !== undefined))
        throw new UsageError('Name the changes to keep, or a token by --token.')
      const { id } = await run.operators.account(account)
      const which = token === undefined ? { ids } : { token, until: run.now }
      const answer = (await (await changesOf(run)).keep(id, which)).value()
      const rest = token === undefined ? ids.length - answer.kept : 0
      run.out.result(answer, [
        `Kept ${counted(answer.kept, 'change')}.`,
        ...(rest > 0 ? [`Not kept: ${rest}, which are reverted, kept before, or not in the list.`] : []),
      ])
    },
  )
}

function listCommand(): Command {
  return storeCommand<{ account: string; limit?: number; offset: number }>(
    new Command('list')
      .description('list the changes of programs and assistants in the last 30 days, newest first')
      .addHelpText('after', examples('changes --account me'))
      .addOption(accountOption())
      .option('--limit <count>', 'number of changes to show (default: all)', countArgument)
      .option('--offset <count>', 'number of changes to skip', offsetArgument, 0),
    async (run, { account, limit = Infinity, offset }) => {
      const { id } = await run.operators.account(account)
      const service = await changesOf(run)
      const { changes, total, next } = (await service.list(id, { limit, offset })).value()
      const rest =
        next === null
          ? []
          : [`Shown: ${changes.length} of ${counted(total, 'change')}. For the rest, use --offset ${next}.`]
      run.out.result({ changes, total, next }, [...table(changes.map(row)), ...rest])
    },
  )
}

const leftLine = ({ kind, id, key, why }: LeftAsItIs): string =>
  `Not restored: ${kind} ${key === undefined ? id : `${key} of ${id}`}. ${why}`

export function revertCommand(): Command {
  return storeCommand<{ account: string }>(
    new Command('revert')
      .description('revert a change; report anything that changed again and was not restored')
      .addHelpText('after', examples('revert 0d1c5c0a-52a4-4d9f-8f6e-1c2b7a9e4d10 --account me'))
      .argument('<change>', 'id of the change, from `notegraph changes`')
      .addOption(accountOption()),
    async (run, { account }, changeId) => {
      const to = await run.operators.account(account)
      const service = await changesOf(run)
      const answer = (await accepted(service.revert(to, changeId))).value()
      run.out.result(answer, [`Restored ${counted(answer.restored, 'item')}.`, ...answer.left.map(leftLine)])
    },
  )
}
