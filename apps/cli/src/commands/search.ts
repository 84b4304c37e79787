import { Command } from 'commander'
import { accountOption, countArgument, wordsArgument, zoneOption } from '../arguments.ts'
import { callerOf } from '../caller.ts'
import { storeCommand } from '../command.ts'
import { examples } from '../examples.ts'
import { oneLine, table, UsageError } from '../output.ts'
import { accepted } from '../service-result.ts'

interface Options {
  readonly account: string
  readonly limit?: number
  readonly zone?: string
}

export function searchCommand(): Command {
  return storeCommand<Options>(
    new Command('search')
      .description('find blocks by words or a query, most recently edited first')
      .addHelpText(
        'after',
        examples(
          "search 'engine notes' --account me",
          "search '(and (todo TODO) [[Ada]])' --account me --json",
        ),
      )
      .argument('<query>', 'words or a query such as (and (todo TODO) [[Ada]])', wordsArgument)
      .addOption(accountOption())
      .option('--limit <count>', 'number of matches to show, up to 1000 (default: 200)', countArgument)
      .addOption(zoneOption("time zone of the days in a query (default: the account's)")),
    async (run, { account, limit, zone }, q) => {
      const { readQuery, SearchQuery } = await import('@notegraph/contract')
      const { notesService } = await import('@notegraph/service')
      const given = { q, ...(limit !== undefined && { limit: String(limit) }) }
      const query = readQuery(SearchQuery, Object.entries(given))
      if (!query.ok) throw new UsageError(query.error)
      const caller = await callerOf(run, {
        accountId: account,
        scope: 'read',
        name: 'notegraph search',
        ...(zone !== undefined && { zone }),
      })
      const found = await accepted(notesService(run.store, Date.now).search(caller, query.value, 'query'))
      const { blocks, total, truncated } = found.value()
      const more = total - blocks.length
      run.out.answer(found, [
        ...table(blocks.map(({ page, content, id }) => [page, `${oneLine(content)}  ${id}`])),
        ...(total === 0 ? ['No matches.'] : []),
        ...(more > 0
          ? [`${more.toLocaleString('en')}${truncated ? ' or more' : ''} matches are not shown.`]
          : []),
      ])
    },
  )
}
