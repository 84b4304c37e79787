import { createInterface } from 'node:readline/promises'
import type { AccountOptions, AccountView } from '@notegraph/service'
import { Command, Option } from 'commander'
import { bytesArgument, dayArgument, storeCommand, zoneOption } from '../command.ts'
import { CommandError, table, UsageError } from '../output.ts'

interface Options {
  readonly plan?: 'active' | 'grace' | 'none'
  readonly endedAt?: number
  readonly allow?: boolean
  readonly zone?: string
  readonly quota?: number
}

const withOptions = (command: Command): Command =>
  command
    .addOption(new Option('--plan <plan>', 'what it may do').choices(['active', 'grace', 'none']))
    .option('--ended-at <day>', 'the day the plan ended, with --plan grace (default: today)', dayArgument)
    .option('--allow', "put it on the server's list (default)")
    .option('--no-allow', "keep it off the server's list")
    .addOption(zoneOption('the zone of its daily digest'))
    .option('--quota <bytes>', 'bytes of storage it may use', bytesArgument)

const toOptions = ({ allow, plan, endedAt, zone, quota }: Options): AccountOptions => ({
  ...(allow !== undefined && { allowed: allow }),
  ...(plan !== undefined && { plan }),
  ...(endedAt !== undefined && { endedAt }),
  ...(zone !== undefined && { zone }),
  ...(quota !== undefined && { quota }),
})

const row = ({ id, plan, allowed, zone = '', quota }: AccountView): string[] => [
  id,
  plan,
  allowed ? 'on the list' : 'not on the list',
  zone,
  `${quota} bytes`,
]

export function accountCommand(): Command {
  const account = new Command('account').description('accounts of this server')
  account.addCommand(
    storeCommand<Options>(
      withOptions(new Command('create').description('make an account').argument('<id>')),
      async ({ operators, out }, options, id) => {
        const made = await operators.createAccount(id, toOptions(options))
        out.result(made, table([row(made)]))
      },
    ),
  )
  account.addCommand(
    storeCommand<Options>(
      withOptions(new Command('set').description('change what is given; the rest stays').argument('<id>')),
      async ({ operators, out }, options, id) => {
        const changed = await operators.setAccount(id, toOptions(options))
        out.result(changed, table([row(changed)]))
      },
    ),
  )
  account.addCommand(
    storeCommand(new Command('list').description('list the accounts'), async ({ operators, out }) => {
      const accounts = await operators.listAccounts()
      out.result({ accounts }, table(accounts.map(row)))
    }),
  )
  account.addCommand(
    storeCommand<{ yes?: boolean; json?: boolean }>(
      new Command('remove')
        .description('remove an account with its tokens, graph and files, for good')
        .argument('<id>')
        .option('--yes', 'do not ask'),
      async ({ operators, out }, { yes }, id) => {
        await operators.account(id)
        if (yes !== true) await confirm(id)
        await operators.removeAccount(id)
        out.result({ ok: true, id }, [`Removed ${id}.`])
      },
    ),
  )
  return account
}

async function confirm(id: string): Promise<void> {
  if (!process.stdin.isTTY)
    throw new UsageError('Removing an account asks first; give --yes where nobody can answer.')
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await lines.question(
    `Remove ${id} with its tokens, graph and files, for good? Type its id: `,
  )
  lines.close()
  if (answer.trim() !== id) throw new CommandError('Nothing was removed.')
}
