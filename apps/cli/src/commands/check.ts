import type { GraphStore } from '@notegraph/store'
import { Command } from 'commander'
import { accountOption } from '../arguments.ts'
import { storeCommand } from '../command.ts'
import { examples } from '../examples.ts'
import { CommandError, counted } from '../output.ts'

export function checkCommand(): Command {
  return storeCommand<{ account: string; rebuild?: boolean }>(
    new Command('check')
      .description("check an account's store for stale indexes, orphans, cycles and damaged files")
      .addHelpText('after', examples('check --account me', 'check --account me --rebuild'))
      .addOption(accountOption())
      .option('--rebuild', 'first rebuild every index and recover blocks without a page'),
    async ({ store, blobs, operators, out, now }, { account, rebuild }) => {
      await operators.account(account)
      const graph = store.graph(account)
      const recovered = rebuild === true ? await rebuilt(graph, now) : undefined
      const { fileProblems } = await import('@notegraph/service')
      const problems = [...(await graph.maintenance.check()), ...(await fileProblems(graph, blobs, account))]
      const ok = problems.length === 0
      const lines = recovered === undefined || recovered === 0 ? [] : [await moved(recovered)]
      out.result({ ok, problems, ...(recovered !== undefined && { recovered }) }, [
        ...lines,
        ...(ok ? ['No problems found.'] : problems),
      ])
      if (!ok)
        throw new CommandError(`Found ${counted(problems.length, 'problem')} in the store of ${account}.`)
    },
  )
}

/** @returns the number of recovered blocks */
async function rebuilt(graph: GraphStore, now: number): Promise<number> {
  const { recoverBlocks } = await import('@notegraph/service')
  await graph.maintenance.rebuild()
  return recoverBlocks(graph, now)
}

async function moved(recovered: number): Promise<string> {
  const { RECOVERED_NAME } = await import('@notegraph/sync')
  return `Recovered ${counted(recovered, 'block')} without a page or a parent. Find them on the page "${RECOVERED_NAME}" or on their journal day.`
}
