import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Fault } from '../fault.ts'

/** Jumps of the clock, in hours: a day ahead, an hour back, and right again. */
const JUMPS = [24, -1, 0]
/** Writes before the next jump. */
const BETWEEN = 20
/** Looks at the server's time, and milliseconds between two of them. */
const LOOKS = 50
const LOOK = 100
const DEBIAN = '/usr/lib'

/** No order depends on the clock. The library changes the time of the process while it runs. */
export const CLOCK: Fault = {
  name: 'clock',
  injects: `a clock that jumps by ${JUMPS.join(', ')} hours`,
  stores: ['embedded', 'postgres'],
  needs: ['faketime'],
  async run({ site, load }) {
    const file = join(site.folder, 'time')
    writeFileSync(file, '+0')
    await site.end('SIGTERM')
    const { origin } = await site.start({
      env: {
        LD_PRELOAD: libraryPath(),
        FAKETIME_TIMESTAMP_FILE: file,
        FAKETIME_NO_CACHE: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      },
    })
    let fired = 0
    for (const hours of JUMPS) {
      writeFileSync(file, `${hours < 0 ? '' : '+'}${hours}h`)
      await load.more(BETWEEN)
      // The server writes the header `Date` once a second.
      for (let looks = 0; looks < LOOKS && !(await isOff(origin, hours)); looks++) await wait(LOOK)
      if (await isOff(origin, hours)) fired++
    }
    return fired === JUMPS.length ? fired : 0
  },
}

/** Whether the server's time differs from ours by the hours, give or take a minute. */
async function isOff(origin: string, hours: number): Promise<boolean> {
  const { headers } = await fetch(`${origin}/healthz`)
  const difference = Date.parse(headers.get('date') ?? '') - Date.now()
  return Math.abs(difference - hours * 3_600_000) < 60_000
}

function libraryPath(): string {
  const found = readdirSync(DEBIAN)
    .map((folder) => join(DEBIAN, folder, 'faketime', 'libfaketimeMT.so.1'))
    .find((path) => existsSync(path))
  if (found === undefined) throw new Error(`There is no libfaketimeMT.so.1 below ${DEBIAN}.`)
  return found
}
