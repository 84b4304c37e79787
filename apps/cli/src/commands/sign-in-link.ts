import { Command } from 'commander'
import { accountOption, validArgument } from '../arguments.ts'
import { storeCommand } from '../command.ts'
import { examples } from '../examples.ts'
import { CommandError } from '../output.ts'

/** As an invitation. The contract is not loaded for the parsing of a command line. */
const MOST_DAYS = 7

export function signInLinkCommand(): Command {
  return storeCommand<{ account: string; valid?: number }>(
    new Command('sign-in-link')
      .description('create a sign-in link for a browser; the link works once')
      .addHelpText('after', examples('sign-in-link --account me', 'sign-in-link --account ada --valid 3d'))
      .addOption(accountOption())
      .option(
        '--valid <time>',
        'how long the link works, such as 30m, 12h or 7d; 1h by default',
        validArgument(MOST_DAYS),
      ),
    async ({ operators, settings, out }, { account, valid }) => {
      const { addressOf } = await import('@notegraph/host')
      const { baseUrl, host, port } = settings
      if (baseUrl === undefined && port === 0)
        throw new CommandError(
          'NOTEGRAPH_BASE_URL: set the address that people use, or set a fixed NOTEGRAPH_PORT.',
        )
      const { path, expiresAt } = await operators.createSignInLink(account, valid)
      const link = (baseUrl ?? addressOf(host, port)) + path
      out.result({ link, account, expiresAt }, [link])
    },
  )
}
