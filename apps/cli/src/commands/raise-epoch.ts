import { Command } from 'commander'
import { storeCommand } from '../command.ts'
import { examples } from '../examples.ts'
import { counted, UsageError } from '../output.ts'

export function raiseEpochCommand(): Command {
  return storeCommand<{ all?: boolean }>(
    new Command('raise-epoch')
      .description('after other tools restored the data: let devices offer again what it lacks')
      .addHelpText('after', examples('account raise-epoch --all', 'account raise-epoch ada'))
      .argument('[id]')
      .option('--all', 'every account that has a graph'),
    async ({ operators, out }, { all = false }, id?: string) => {
      if (all === (id !== undefined)) throw new UsageError('Name one account, or use --all.')
      const ids = id === undefined ? (await operators.listAccounts()).map((account) => account.id) : [id]
      const accounts: { id: string; epoch: number }[] = []
      for (const one of ids) {
        const epoch = await operators.raiseEpoch(one)
        if (epoch !== undefined) accounts.push({ id: one, epoch })
      }
      out.result({ accounts }, [`Raised the epoch of ${counted(accounts.length, 'account')}.`])
    },
  )
}
