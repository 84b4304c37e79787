import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Fault } from '../fault.ts'

const ROUNDS = 25
/** The kill comes at a random moment within this many milliseconds after a start. */
const LATEST = 400

/** Nothing of the process survives, at any moment of its work. */
export const KILL: Fault = {
  name: 'kill',
  injects: 'kill -9 of the server at random moments, and a start under load',
  stores: ['embedded', 'postgres'],
  async run({ site, load }) {
    let fired = 0
    for (let round = 0; round < ROUNDS; round++) {
      await load.more(1)
      await wait(randomInt(LATEST))
      await site.server!.end('SIGKILL').then(({ signal }) => void (fired += signal === 'SIGKILL' ? 1 : 0))
      await site.start()
    }
    return fired
  },
}
