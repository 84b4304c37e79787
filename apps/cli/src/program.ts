/** All commands of `notegraph`. Every kind of wrong usage, in every command, throws a `UsageError`. */
import { Command } from 'commander'
import { accountCommand } from './commands/account.ts'
import { addCommand } from './commands/add.ts'
import { auditCommand } from './commands/audit.ts'
import { backupCommand, restoreCommand } from './commands/backup.ts'
import { backupsCommand } from './commands/backups.ts'
import { benchCommand } from './commands/bench.ts'
import { changesCommand, revertCommand } from './commands/changes.ts'
import { checkCommand } from './commands/check.ts'
import { completionCommand } from './commands/completion.ts'
import { evaluateCommand } from './commands/evaluate.ts'
import { conflictsCommand } from './commands/conflicts.ts'
import { exportCommand } from './commands/export.ts'
import { historyCommand, restorePageCommand } from './commands/history.ts'
import { importCommand } from './commands/import.ts'
import { mcpCommand } from './commands/mcp.ts'
import { publishCommand } from './commands/publish.ts'
import { searchCommand } from './commands/search.ts'
import { secretKeyCommand } from './commands/secret-key.ts'
import { serveCommand } from './commands/serve.ts'
import { sessionCommand } from './commands/session.ts'
import { signInLinkCommand } from './commands/sign-in-link.ts'
import { snapshotCommand } from './commands/snapshot.ts'
import { sweepCommand } from './commands/sweep.ts'
import { syncCommand } from './commands/sync.ts'
import { todayCommand } from './commands/today.ts'
import { tokenCommand } from './commands/token.ts'
import { examples } from './examples.ts'
import { UsageError } from './output.ts'
import { version } from './version.ts'

export function program(): Command {
  const notegraph = new Command('notegraph')
    .description('Serve a graph of notes to programs and assistants.')
    .version(version())
    .addHelpText('after', examples('serve', "add 'TODO Call [[Ada]]' --account me", 'import --help'))
  for (const command of [
    serveCommand(),
    mcpCommand(),
    todayCommand(),
    addCommand(),
    searchCommand(),
    importCommand(),
    exportCommand(),
    publishCommand(),
    syncCommand(),
    conflictsCommand(),
    accountCommand(),
    tokenCommand(),
    sessionCommand(),
    signInLinkCommand(),
    auditCommand(),
    changesCommand(),
    revertCommand(),
    historyCommand(),
    restorePageCommand(),
    snapshotCommand(),
    checkCommand(),
    sweepCommand(),
    backupCommand(),
    backupsCommand(),
    restoreCommand(),
    secretKeyCommand(),
    benchCommand(),
    evaluateCommand(),
    completionCommand(notegraph),
  ])
    notegraph.addCommand(command)
  return throwing(notegraph, 'notegraph')
}

/** @param path the words that call the command */
function throwing(command: Command, path: string): Command {
  command.configureOutput({ writeErr: () => {} }).exitOverride((error) => {
    if (error.exitCode === 0) throw error
    const what =
      error.code === 'commander.help' ? `Choose a command: ${namesOf(command)}.` : sentence(error.message)
    throw new UsageError(`${what} See ${path} --help.`)
  })
  for (const sub of command.commands) throwing(sub, `${path} ${sub.name()}`)
  return command
}

const namesOf = (command: Command): string => command.commands.map((sub) => sub.name()).join(', ')

/** Turns `error: unknown option '--x'` into a sentence. */
function sentence(message: string): string {
  const words = message.replace(/^error: /, '').trim()
  return words.slice(0, 1).toUpperCase() + words.slice(1) + (/[.?)]$/.test(words) ? '' : '.')
}
