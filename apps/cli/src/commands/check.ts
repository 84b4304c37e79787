import { Command } from 'commander'
import { accountOption } from '../arguments.ts'
import { storeCommand } from '../command.ts'
import { CommandError, counted } from '../output.ts'

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
      if (!ok)
        throw new CommandError(`${counted(problems.length, 'problem')} found in the store of ${account}.`)
    },
  )
}
