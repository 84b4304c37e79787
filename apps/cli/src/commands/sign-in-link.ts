import { Command, Option } from 'commander'
import { accountOption, validArgument } from '../arguments.ts'
import { storeCommand, type Run } from '../command.ts'
import { examples } from '../examples.ts'
import { CommandError } from '../output.ts'

/** As an invitation. The contract is not loaded for the parsing of a command line. */
const MOST_DAYS = 7

export function signInLinkCommand(): Command {
  return storeCommand<{ account: string; valid?: number; code?: true; email?: string | true }>(
    new Command('sign-in-link')
      .description('create a sign-in link for a browser; the link works once')
      .addHelpText(
        'after',
        examples(
          'sign-in-link --account me',
          'sign-in-link --account ada --valid 3d',
          'sign-in-link --account ada --code',
          'sign-in-link --account eve --email eve@example.org',
        ),
      )
      .addOption(accountOption())
      .option(
        '--valid <time>',
        'how long the link works, such as 30m, 12h or 7d; 1h by default',
        validArgument(MOST_DAYS),
      )
      .addOption(
        new Option('--code', 'a code of eight letters to type on the sign-in page, for 15 minutes').conflicts(
          'valid',
        ),
      )
      .addOption(
        new Option(
          '--email [address]',
          'send it: to an address, which invites a new account for seven days; else to the confirmed address',
        ).conflicts(['valid', 'code']),
      ),
    async (run, { account, valid, code, email }) => {
      const server = await serverOf(run)
      if (email !== undefined) return sendMail(run, { account, server, email })
      const { operators, out } = run
      if (code === true) {
        const { shownCode } = await import('@notegraph/service')
        const made = await operators.createSignInCode(account)
        const shown = shownCode(made.code)
        return out.result({ code: shown, account, expiresAt: made.expiresAt }, [shown])
      }
      const { path, expiresAt } = await operators.createSignInLink(account, valid)
      const link = server + path
      out.result({ link, account, expiresAt }, [link])
    },
  )
}

/** The address that people use. */
async function serverOf({ settings: { baseUrl, host, port } }: Run): Promise<string> {
  if (baseUrl === undefined && port === 0)
    throw new CommandError(
      'NOTEGRAPH_BASE_URL: set the address that people use, or set a fixed NOTEGRAPH_PORT.',
    )
  const { addressOf } = await import('@notegraph/host')
  return baseUrl ?? addressOf(host, port)
}

interface Asked {
  readonly account: string
  readonly server: string
  /** `true` is the confirmed address. */
  readonly email: string | true
}

async function sendMail({ operators, settings, out }: Run, { account, server, email }: Asked): Promise<void> {
  if (!settings.smtp) throw new CommandError('NOTEGRAPH_SMTP_URL: set the mail server that sends the link.')
  const { smtpMail } = await import('@notegraph/server')
  const { isInvitation, expiresAt } = await operators.mailSignInLink(account, {
    mail: smtpMail(settings.smtp),
    server,
    ...(email !== true && { address: email }),
  })
  const sent = isInvitation ? 'invitation' : 'sign-in link'
  out.result({ sent, account, expiresAt }, [`The ${sent} is on its way.`])
}
