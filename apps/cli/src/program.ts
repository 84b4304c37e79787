import { Command } from 'commander'
import { accountCommand } from './commands/account.ts'
import { benchCommand } from './commands/bench.ts'
import { checkCommand } from './commands/check.ts'
import { exportCommand } from './commands/export.ts'
import { importCommand } from './commands/import.ts'
import { serveCommand } from './commands/serve.ts'
import { tokenCommand } from './commands/token.ts'

/** Every command of `notegraph`. */
export function program(): Command {
  const notegraph = new Command('notegraph')
    .description('A graph of notes, served to programs and assistants.')
    .showHelpAfterError(false)
  for (const command of [
    serveCommand(),
    importCommand(),
    exportCommand(),
    accountCommand(),
    tokenCommand(),
    checkCommand(),
    benchCommand(),
  ])
    notegraph.addCommand(command)
  return notegraph
}
