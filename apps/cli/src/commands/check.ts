import type { GraphStore } from '@notegraph/store'
import { Command } from 'commander'
import { accountOption } from '../arguments.ts'
import { storeCommand } from '../command.ts'
import { examples } from '../examples.ts'
import { CommandError, counted } from '../output.ts'

export function checkCommand(): Command {
  return storeCommand<{ account: string; rebuild?: boolean }>(
    new Command('check')
      .description("read an account's whole store: indexes agree with the records, no orphan, no circle")
      .addHelpText('after', examples('check --account me', 'check --account me --rebuild'))
      .addOption(accountOption())
      .option('--rebuild', 'first derive every index row again, and put blocks that lost their page on one'),
    async ({ store, operators, out, now }, { account, rebuild }) => {
      await operators.account(account)
      const graph = store.graph(account)
      const recovered = rebuild === true ? await rebuilt(graph, now) : undefined
      const problems = await graph.check()
      const ok = problems.length === 0
      const lines = recovered === undefined || recovered === 0 ? [] : [await moved(recovered)]
      out.result({ ok, problems, ...(recovered !== undefined && { recovered }) }, [
        ...lines,
        ...(ok ? ['All is well.'] : problems),
      ])
      if (!ok)
        throw new CommandError(`${counted(problems.length, 'problem')} found in the store of ${account}.`)
    },
  )
}

/** @returns how many blocks were recovered */
async function rebuilt(graph: GraphStore, now: number): Promise<number> {
  const { recoverBlocks } = await import('@notegraph/service')
  await graph.rebuild()
  return recoverBlocks(graph, now)
}

async function moved(recovered: number): Promise<string> {
  const { RECOVERED_NAME } = await import('@notegraph/sync')
  return `Recovered ${counted(recovered, 'block')} without a page or a parent. Look for blocks like these on the page "${RECOVERED_NAME}", or on their day.`
}
