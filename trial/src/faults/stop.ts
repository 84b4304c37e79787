import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Fault } from '../fault.ts'
import { launch, type Exit } from '../server.ts'

/** Milliseconds after the start of the process. Most of them are within the start itself. */
const MOMENTS = [0, 20, 50, 80, 120, 160, 200, 250, 300, 400, 500, 700, 1_000, 2_000]
/** Milliseconds that a stop may take, with some room for a busy machine. */
const LONGEST = 15_000

/** A stop finishes the requests in progress, whenever it comes. */
export const STOP: Fault = {
  name: 'stop',
  injects: 'SIGTERM at moments of a start and of work, and a start under load',
  stores: ['embedded', 'postgres'],
  async run({ site, load, broken }) {
    let fired = 0
    for (const moment of MOMENTS) {
      await load.more(1)
      await wait(randomInt(100))
      report(await site.server!.end('SIGTERM'), `under load`)
      const begun = launch(['serve', '--json'], site.env)
      await wait(moment)
      begun.child.kill('SIGTERM')
      const asked = performance.now()
      report(await begun.exit, `${moment} ms after the start`, begun.lastWords())
      if (performance.now() - asked > LONGEST) broken(`A stop ${moment} ms after the start took too long.`)
      fired += 2
      await site.start()
    }
    return fired

    /** Before the program listens for signals, the system ends it; afterwards it ends itself. */
    function report({ code, signal }: Exit, when: string, words = ''): void {
      if (code !== 0 && !(signal === 'SIGTERM' && when !== 'under load'))
        broken(`A stop ${when} ended with ${code ?? signal}: ${words}`)
    }
  },
}
