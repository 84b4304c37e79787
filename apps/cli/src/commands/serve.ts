import type { Say } from '@notegraph/api'
import { Command, Option } from 'commander'
import { portArgument } from '../arguments.ts'
import { withJson } from '../command.ts'
import { examples } from '../examples.ts'
import { settingsOf, withData, type GivenSettings } from '../settings.ts'
import { stopSignal } from '../stop-signal.ts'

/** A log is kept from standard output, and must hold no secret. @see operations, Server routes */
const say: Say = (line, kind) => void process[kind === 'place' ? 'stdout' : 'stderr'].write(`${line}\n`)

const sayWarnings: Say = (line, kind) => {
  if (kind === 'warning') say(line, kind)
}

type ServeOptions = GivenSettings & { readonly json?: boolean }

export function serveCommand(): Command {
  const command = new Command('serve')
    .description('run the API server in the foreground')
    .addHelpText('after', examples('serve --port 9000 --data ~/notegraph-data'))
    .addOption(
      new Option(
        '--port <port>',
        'where to listen; 0 picks a free one (default: NOTEGRAPH_PORT, else 8787)',
      ).argParser(portArgument),
    )
  return withData(withJson(command)).action(async ({ json, ...given }: ServeOptions) => {
    // Asked for before the start, so that a stop that comes in the middle of it ends the server well too.
    const stopped = stopSignal()
    const { serve } = await import('@notegraph/api')
    const served = await serve(await settingsOf(given), json === true ? sayWarnings : say)
    const { baseUrl, token, signInLink } = served
    if (json === true) {
      say(JSON.stringify({ baseUrl }), 'place')
      if (token !== undefined || signInLink !== undefined)
        say(JSON.stringify({ token, signInLink }), 'secret')
    }
    await stopped
    await served.stop()
  })
}
