import { Command, Option } from 'commander'
import { portArgument } from '../arguments.ts'
import { withJson } from '../command.ts'
import { examples } from '../examples.ts'
import { settingsOf, withData, type GivenSettings } from '../settings.ts'
import { stopSignal } from '../stop-signal.ts'

type ServeOptions = GivenSettings & { readonly json?: boolean }

export function serveCommand(): Command {
  const command = new Command('serve')
    .description('run the API server in the foreground')
    .addHelpText('after', examples('serve --port 9000 --data ~/notegraph-data'))
    .addOption(
      new Option(
        '--port <port>',
        'port to listen on; 0 picks a free port (default: NOTEGRAPH_PORT, else 8787)',
      ).argParser(portArgument),
    )
  return withData(withJson(command)).action(async ({ json, ...given }: ServeOptions) => {
    // Listens for signals before the start, so that a stop during the start also ends cleanly.
    const stopped = stopSignal()
    const { runServer } = await import('@notegraph/api')
    await runServer(await settingsOf(given), { stopped, json: json === true })
  })
}
