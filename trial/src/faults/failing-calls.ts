import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Fault, Trial } from '../fault.ts'
import { injectedIn, straceOf } from '../strace.ts'

/** The calls of a thread that fail, one in each run of the server. The first ones are those of the start. */
const PLACES = [1, 2, 3, 5, 8, 13, 21, 34, 55, 89]
/** Looks for the failure, and milliseconds between two of them. A run may end before its failing call. */
const LOOKS = 50
const BETWEEN = 100
/** Milliseconds for which the clients go on writing after the failure. */
const AFTER = 300

/** A disk that fails once. Nothing that was acknowledged depends on the call that failed. */
function failing(name: string, call: string, error: string): Fault {
  return {
    name,
    injects: `${error} from ${call} at the n-th call of a thread, n up to ${PLACES.at(-1)}`,
    stores: ['embedded', 'postgres'],
    needs: ['strace'],
    async run(trial) {
      let fired = 0
      for (const place of PLACES) fired += await failAt(trial, call, `${call}:error=${error}:when=${place}`)
      return fired
    },
  }
}

async function failAt({ site, broken }: Trial, call: string, inject: string): Promise<number> {
  const log = join(site.folder, inject)
  await site.end('SIGTERM')
  try {
    await site.start({ through: straceOf(log, [`--trace=${call}`, `--inject=${inject}`]) })
    for (let looks = 0; looks < LOOKS && injectedIn(log) === 0; looks++) await wait(BETWEEN)
    await wait(AFTER)
  } catch (error) {
    const { message } = error as Error
    if (!/^It ended with 1: notegraph: .*The disk (?:failed|is full) \(\w+\)\./.test(message))
      broken(`${inject}: ${message}`)
  }
  await site.end('SIGKILL')
  await site.start()
  return injectedIn(log)
}

export const SYNC_FAILS: Fault = failing('sync-fails', 'fsync', 'EIO')
export const WRITE_FAILS: Fault = failing('write-fails', 'pwrite64', 'EIO')
export const NO_SPACE: Fault = failing('no-space', 'pwrite64', 'ENOSPC')
