import type { DeviceView } from '@notegraph/service'
import { Command } from 'commander'
import { accountOption, wordsArgument } from '../arguments.ts'
import { storeCommand } from '../command.ts'
import { examples } from '../examples.ts'
import { table } from '../output.ts'

export function sessionCommand(): Command {
  const session = new Command('session').description('manage device sessions')
  session.addCommand(
    storeCommand<{ account: string; device: string }>(
      new Command('create')
        .description('create a device session for scripts and print it once')
        .addHelpText('after', examples('session create --account me --device phone'))
        .addOption(accountOption())
        .requiredOption('--device <name>', 'name of the device, such as "phone"', wordsArgument),
      async ({ operators, out }, { account, device }) => {
        const made = await operators.createSession(account, { device })
        out.result(made, [made.session])
      },
    ),
  )
  session.addCommand(
    storeCommand<{ account: string }>(
      new Command('list')
        .description('list the signed-in devices, newest first')
        .addHelpText('after', examples('session list --account me'))
        .addOption(accountOption()),
      async ({ operators, out }, { account }) => {
        const sessions = await operators.listSessions(account)
        out.result({ sessions }, table(sessions.map(row)))
      },
    ),
  )
  session.addCommand(
    storeCommand(
      new Command('revoke')
        .description('sign out a device immediately')
        .addHelpText('after', examples('session revoke 6f1c0c1e-6a0e-4f5f-9d53-0c0a1f3f7c11'))
        .argument('<id>', 'id of the session, from `notegraph session list`'),
      async ({ operators, out }, _, id) => {
        const revoked = await operators.revokeSession(id)
        out.result(revoked, [`Revoked ${revoked.device}.`])
      },
    ),
  )
  return session
}

const row = ({ id, device, createdAt, lastUsedAt }: DeviceView): string[] => [
  id,
  device,
  `since ${new Date(createdAt).toISOString()}`,
  lastUsedAt === undefined ? 'never used' : `used ${new Date(lastUsedAt).toISOString()}`,
]
