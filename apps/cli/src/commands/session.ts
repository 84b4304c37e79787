import { Command } from 'commander'
import { accountOption, wordsArgument } from '../arguments.ts'
import { storeCommand } from '../command.ts'

export function sessionCommand(): Command {
  const session = new Command('session').description('sessions, which open an account to its devices')
  session.addCommand(
    storeCommand<{ account: string; device: string }>(
      new Command('create')
        .description("make a device's session token, for scripts; it is printed this once")
        .addOption(accountOption())
        .requiredOption('--device <name>', 'which device it is for, such as "phone"', wordsArgument),
      async ({ operators, out }, { account, device }) => {
        const made = await operators.createSession(account, { device })
        out.result(made, [made.session])
      },
    ),
  )
  return session
}
