import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { device, faultsOf, type } from '../devices.ts'
import type { Fault } from '../fault.ts'

/** A random kill comes within this many milliseconds of the first edit. */
const LATEST = 400

/**
 * Two devices become equal again after each kill, and have each text once.
 * @param momentOf returns the moment of the kill in a round, in milliseconds after the first edit
 */
export const killUnderSync = (
  rounds: number,
  momentOf: (round: number) => number = () => randomInt(LATEST),
): Fault => ({
  name: 'devices',
  injects: 'kill -9 of the server while two devices sync',
  stores: ['embedded', 'postgres'],
  async run({ site, broken }) {
    const devices = ['a', 'b'].map((name) => device(name, site))
    for (const { engine } of devices) await engine.start()
    for (let round = 0; round < rounds; round++) {
      const page = `Round ${round}`
      const typing = devices.map((one) => type(one, page))
      await wait(momentOf(round))
      await site.end('SIGKILL')
      const texts = (await Promise.all(typing.map(async (one) => one.end()))).flat()
      await site.start()
      for (const fault of await faultsOf(devices, page, texts)) broken(`${page}: ${fault}`)
    }
    for (const { engine } of devices) await engine.stop()
    return rounds
  },
})
