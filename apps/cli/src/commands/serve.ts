import { serve } from '@notegraph/api'
import { readSettings } from '@notegraph/host'
import { Command } from 'commander'

export function serveCommand(): Command {
  return new Command('serve').description('run the API server in the foreground').action(async () => {
    // Asked for before the start, so that a stop that comes in the middle of it ends the server well too.
    const stopped = new Promise<void>((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve())
    })
    const served = await serve(readSettings(process.env), (line) => process.stdout.write(`${line}\n`))
    await stopped
    await served.stop()
  })
}
