import type { AuditView } from '@notegraph/service'
import { Command } from 'commander'
import { countArgument } from '../arguments.ts'
import { storeCommand } from '../command.ts'
import { examples } from '../examples.ts'
import { table } from '../output.ts'

const LIMIT = 100

const row = ({ at, event, by, subject = '', detail = '', address = '' }: AuditView): string[] => [
  new Date(at).toISOString(),
  event,
  `by ${by}`,
  detail,
  subject,
  address,
]

export function auditCommand(): Command {
  return storeCommand<{ account?: string; limit: number }>(
    new Command('audit')
      .description('list the security events of an account, newest first')
      .addHelpText('after', examples('audit --account me --limit 20'))
      .option('--account <id>', 'id of the account (default: refused sign-ins without an account)')
      .option('--limit <count>', 'number of events to show', countArgument, LIMIT),
    async ({ operators, audit, out }, { account, limit }) => {
      if (account !== undefined) await operators.account(account)
      const listed = await audit.list(account, { limit, offset: 0 })
      const tag = account === undefined ? {} : { account: await audit.accountTag(account) }
      const heading = tag.account === undefined ? [] : [`Account tag in the server log: ${tag.account}`]
      out.result({ ...tag, ...listed }, [...heading, ...table(listed.events.map(row))])
    },
  )
}
