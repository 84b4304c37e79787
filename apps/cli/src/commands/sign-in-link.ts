import { Command } from 'commander'
import { accountOption } from '../arguments.ts'
import { storeCommand } from '../command.ts'
import { examples } from '../examples.ts'
import { CommandError } from '../output.ts'

export function signInLinkCommand(): Command {
  return storeCommand<{ account: string }>(
    new Command('sign-in-link')
      .description('create a sign-in link for a browser; the link works once')
      .addHelpText('after', examples('sign-in-link --account me'))
      .addOption(accountOption()),
    async ({ operators, settings, out }, { account }) => {
      const { addressOf } = await import('@notegraph/host')
      const { baseUrl, host, port } = settings
      if (baseUrl === undefined && port === 0)
        throw new CommandError(
          'NOTEGRAPH_BASE_URL: set the address that people use, or set a fixed NOTEGRAPH_PORT.',
        )
      const { path, expiresAt } = await operators.createSignInLink(account)
      const link = (baseUrl ?? addressOf(host, port)) + path
      out.result({ link, account, expiresAt }, [link])
    },
  )
}
