import type { PageHistory, RestoreAnswer } from '@notegraph/contract'
import { Command } from 'commander'
import { accountOption, commitArgument, wordsArgument } from '../arguments.ts'
import { storeCommand } from '../command.ts'
import { examples } from '../examples.ts'
import { historyOf, pageIdOf } from '../history-of.ts'
import { counted, table } from '../output.ts'
import { accepted } from '../service-result.ts'

const PAGE = 'name or day of the page, or the id of a deleted page'

type Moment = PageHistory['history'][number]

export function historyCommand(): Command {
  return storeCommand<{ account: string }>(
    new Command('history')
      .description('list the commits that changed a page, newest first')
      .addHelpText('after', examples('history Garden --account me'))
      .argument('<page>', PAGE, wordsArgument)
      .addOption(accountOption()),
    async (run, { account }, page) => {
      const of = await run.operators.account(account)
      const service = await historyOf(run, 'notegraph history')
      const id = await pageIdOf(run, of, page)
      const listed = await accepted(service.listPage(of, id, { limit: Infinity, offset: 0 }))
      run.out.result(listed, table(listed.history.map(row)))
    },
  )
}

const row = ({ seq, at, by, page, added, changed, removed }: Moment): string[] => [
  String(seq),
  new Date(at).toISOString(),
  [
    ...(page ? ['name or properties'] : []),
    ...(added > 0 ? [`${counted(added, 'block')} added`] : []),
    ...(changed > 0 ? [`${counted(changed, 'block')} changed`] : []),
    ...(removed > 0 ? [`${counted(removed, 'block')} removed`] : []),
  ].join(', '),
  by === undefined ? '' : `by ${by.name || AUTHORS[by.kind]}`,
]

const AUTHORS: { readonly [kind in NonNullable<Moment['by']>['kind']]: string } = {
  device: 'a device',
  token: 'a token',
  person: 'the owner',
  operator: 'the operator',
}

export function restorePageCommand(): Command {
  return storeCommand<{ account: string; to: number; yes?: true }>(
    new Command('restore-page')
      .description('restore a page as it was after a commit; without --yes, only count what would change')
      .addHelpText(
        'after',
        examples(
          'restore-page Garden --account me --to 412',
          'restore-page Garden --account me --to 412 --yes',
        ),
      )
      .argument('<page>', PAGE, wordsArgument)
      .addOption(accountOption())
      .requiredOption('--to <number>', 'number of the commit, from `notegraph history`', commitArgument)
      .option('--yes', 'restore the page'),
    async (run, { account, to: seq, yes }, page) => {
      const of = await run.operators.account(account)
      const service = await historyOf(run, 'notegraph restore-page')
      const body = { page: await pageIdOf(run, of, page), seq, preview: yes !== true }
      const answer = await accepted(service.restore(of, body))
      run.out.result(answer, [...table(countRows(answer)), ...keptLines(answer), lastLine(answer, account)])
    },
  )
}

const countRows = ({ pages, blocks }: RestoreAnswer): string[][] =>
  Object.entries({ Pages: pages, Blocks: blocks }).map(([name, { changed, back, gone }]) => [
    `${name}:`,
    `${changed} changed,`,
    `${back} restored,`,
    `${gone} deleted`,
  ])

const keptLines = ({ kept }: RestoreAnswer): string[] =>
  kept === 0
    ? []
    : [`Not deleted: ${counted(kept, 'block has', 'blocks have')} conflicting versions. Choose one first.`]

function lastLine({ preview, changeId }: RestoreAnswer, account: string): string {
  if (preview) return 'Nothing is restored yet. Use --yes to restore.'
  if (changeId === undefined) return 'The page is already as it was.'
  return `To undo: notegraph revert ${changeId} --account ${account}`
}
