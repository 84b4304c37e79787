import { Command } from 'commander'
import { accountOption, storeCommand } from '../command.ts'

export function checkCommand(): Command {
  return storeCommand<{ account: string; rebuild?: boolean }>(
    new Command('check')
      .description("read an account's whole store: indexes agree with the records, no orphan, no circle")
      .addOption(accountOption())
      .option('--rebuild', 'derive every index row anew first'),
    async ({ store, operators, out }, { account, rebuild }) => {
      await operators.account(account)
      const graph = store.graph(account)
      if (rebuild === true) await graph.rebuild()
      const problems = await graph.check()
      const ok = problems.length === 0
      out.result({ ok, problems }, ok ? ['All is well.'] : problems)
      if (!ok) process.exitCode = 1
    },
  )
}
