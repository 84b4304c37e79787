import type { SearchQuery } from '@notegraph/contract'
import type { Caller } from '@notegraph/service'
import { numbered } from '@notegraph/graph'
import { Command } from 'commander'
import { accountOption, countArgument, wordsArgument, zoneOption } from '../arguments.ts'
import { callerOf } from '../caller.ts'
import { storeCommand, type Run } from '../command.ts'
import { requireDataFolder } from '../require-data-folder.ts'
import { examples } from '../examples.ts'
import { explanationLines } from '../explained-search.ts'
import { oneLine, table, UsageError } from '../output.ts'
import { accepted } from '../service-result.ts'

interface Options {
  readonly account: string
  readonly limit?: number
  readonly zone?: string
  readonly explain?: boolean
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
      .option('--explain', 'show how the search is answered and what it reads, instead of the matches')
      .addOption(zoneOption("time zone of the days in a query (default: the account's)")),
    async (run, { account, limit, zone, explain }, q) => {
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
      if (explain) return explainSearch(run, caller, query.value)
      const found = await accepted(notesService(run.store, Date.now).search(caller, query.value, 'query'))
      const { blocks, total, truncated } = found.value()
      const more = total - blocks.length
      run.out.answer(found, [
        ...table(blocks.map(({ page, content, id }) => [page, `${oneLine(content)}  ${id}`])),
        ...(total === 0 ? ['No matches.'] : []),
        ...(more > 0 ? [`${numbered(more)}${truncated ? ' or more' : ''} matches are not shown.`] : []),
      ])
    },
  )
}

/** Searches the account's file in this process, with an empty cache, whatever a server beside it has cached. */
async function explainSearch(
  { store, settings, now, out }: Run,
  caller: Caller,
  { q, ...window }: SearchQuery,
): Promise<void> {
  requireDataFolder(settings, 'search --explain')
  const { LIMITS } = await import('@notegraph/contract')
  const { settleQuery } = await import('@notegraph/service')
  const { graphFile, openSearchFile } = await import('@notegraph/store/sqlite')
  const { parsed, settled } = await accepted(Promise.resolve(settleQuery(caller, q, now, 'query')))
  await store.graph(caller.account.id).commits.head() // creates the file of an account without notes
  const file = openSearchFile(graphFile(settings.data, caller.account.id))
  try {
    const begin = performance.now()
    const explanation = file.explain(settled, window, LIMITS.searchCounted)
    const milliseconds = performance.now() - begin
    out.result({ parsed, ...explanation, milliseconds }, explanationLines(parsed, explanation, milliseconds))
  } finally {
    file.close()
  }
}
