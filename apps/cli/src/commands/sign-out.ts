import { Command } from 'commander'
import { storeCommand } from '../command.ts'
import { examples } from '../examples.ts'
import { UsageError } from '../output.ts'

interface Options {
  readonly all?: boolean
  readonly tokens?: boolean
  readonly published?: boolean
}

export function signOutCommand(): Command {
  return storeCommand<Options>(
    new Command('sign-out')
      .description('end all browsers, devices, apps and sign-in links of an account')
      .addHelpText('after', examples('account sign-out ada --tokens', 'account sign-out --all --published'))
      .argument('[id]')
      .option('--all', 'every account')
      .option('--tokens', 'revoke tokens too')
      .option('--published', 'close shared pages and sites too, until their owners open them again'),
    async ({ operators, out }, { all = false, tokens = false, published = false }, id?: string) => {
      if (all === (id !== undefined)) throw new UsageError('Name one account, or use --all.')
      const { endedWords } = await import('@notegraph/service')
      const ids = id === undefined ? (await operators.listAccounts()).map((account) => account.id) : [id]
      const accounts = []
      for (const one of ids)
        accounts.push({ id: one, ...(await operators.endAccess(one, { tokens, published })) })
      out.result({ accounts }, accounts.map(({ id: one, ...ended }) => `${one}: ${endedWords(ended) ?? 'nothing to end'}`)) // prettier-ignore
    },
  )
}
