import { serve } from '@notegraph/api'
import { readSettings } from '@notegraph/host'
import { Command } from 'commander'

export function serveCommand(): Command {
  return new Command('serve').description('run the API server in the foreground').action(async () => {
    const served = await serve(readSettings(process.env), (line) => process.stdout.write(`${line}\n`))
    await new Promise<void>((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve())
    })
    await served.stop()
  })
}
