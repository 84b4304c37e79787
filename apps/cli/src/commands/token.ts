import type { NewToken, TokenView } from '@notegraph/service'
import { Command, Option } from 'commander'
import { accountOption, dayArgument, mayOption, wordsArgument, zoneOption } from '../arguments.ts'
import { storeCommand } from '../command.ts'
import { examples } from '../examples.ts'
import { table, UsageError } from '../output.ts'

const time = (ms: number | undefined): string => (ms === undefined ? '' : new Date(ms).toISOString())

const row = ({
  id,
  name,
  scope,
  may = [],
  zone = '',
  createdAt,
  expiresAt,
  lastUsedAt,
  revokedAt,
}: TokenView): string[] => [
  id,
  name,
  [scope, ...may].join(),
  zone,
  `created ${time(createdAt)}`,
  lastUsedAt === undefined ? 'never used' : `used ${time(lastUsedAt)}`,
  expiresAt === undefined ? '' : `until ${time(expiresAt)}`,
  revokedAt === undefined ? '' : `revoked ${time(revokedAt)}`,
]

export function tokenCommand(): Command {
  const token = new Command('token').description('manage the tokens of programs and assistants')
  token.addCommand(
    storeCommand<NewToken & { account: string }>(
      new Command('create')
        .description('create a token and print it once')
        .addHelpText('after', examples('token create --account me --name laptop --scope write'))
        .addOption(accountOption())
        .requiredOption('--name <name>', 'name of the program or device, such as "laptop"', wordsArgument)
        .addOption(
          new Option('--scope <scope>', 'access of the token').choices(['read', 'write']).default('read'),
        )
        .addOption(mayOption())
        .addOption(zoneOption("time zone of the token's today"))
        .option('--expires <day>', 'last day of the token, such as 2026-12-31 (default: none)', dayArgument),
      async ({ operators, out }, { account, name, scope, may, zone, expires }) => {
        if (may && scope !== 'write') throw new UsageError('--may requires --scope write.')
        const { token, id, ...made } = await operators.createToken(account, {
          name,
          scope,
          ...(may && { may }),
          ...(zone !== undefined && { zone }),
          ...(expires !== undefined && { expires }),
        })
        const { createdAt: _, ...shown } = made
        out.result({ token, id, ...shown }, [token])
      },
    ),
  )
  token.addCommand(
    storeCommand<{ account: string }>(
      new Command('list')
        .description("list an account's tokens")
        .addHelpText('after', examples('token list --account me'))
        .addOption(accountOption()),
      async ({ operators, out }, { account }) => {
        const tokens = await operators.listTokens(account)
        out.result({ tokens }, table(tokens.map(row)))
      },
    ),
  )
  token.addCommand(
    storeCommand(
      new Command('revoke')
        .description('revoke a token immediately')
        .addHelpText('after', examples('token revoke 6f1c0c1e-6a0e-4f5f-9d53-0c0a1f3f7c11'))
        .argument('<id>', 'id of the token, from `notegraph token list`'),
      async ({ operators, out }, _, id) => {
        const revoked = await operators.revokeToken(id)
        out.result(revoked, [`Revoked ${revoked.name}.`])
      },
    ),
  )
  return token
}
