import { serve } from '@notegraph/api'
import { readSettings } from '@notegraph/host'
import { Command } from 'commander'
import { withJson } from '../command.ts'
import { stopSignal } from '../stop-signal.ts'

export function serveCommand(): Command {
  const command = new Command('serve').description('run the API server in the foreground')
  return withJson(command).action(async ({ json }: { json?: boolean }) => {
    // Asked for before the start, so that a stop that comes in the middle of it ends the server well too.
    const stopped = stopSignal()
    const say = (line: string): void => void process.stdout.write(`${line}\n`)
    const served = await serve(readSettings(process.env), json === true ? () => {} : say)
    const { baseUrl, token, signInLink } = served
    if (json === true) say(JSON.stringify({ baseUrl, token, signInLink }))
    await stopped
    await served.stop()
  })
}
