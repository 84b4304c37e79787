import { serve, type Say } from '@notegraph/api'
import { readSettings } from '@notegraph/host'
import { Command } from 'commander'
import { withJson } from '../command.ts'
import { stopSignal } from '../stop-signal.ts'

/** A log is kept from standard output, and must hold no secret. @see operations, Server routes */
const say: Say = (line, kind) => void process[kind === 'place' ? 'stdout' : 'stderr'].write(`${line}\n`)

const sayWarnings: Say = (line, kind) => {
  if (kind === 'warning') say(line, kind)
}

export function serveCommand(): Command {
  const command = new Command('serve').description('run the API server in the foreground')
  return withJson(command).action(async ({ json }: { json?: boolean }) => {
    // Asked for before the start, so that a stop that comes in the middle of it ends the server well too.
    const stopped = stopSignal()
    const served = await serve(readSettings(process.env), json === true ? sayWarnings : say)
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
