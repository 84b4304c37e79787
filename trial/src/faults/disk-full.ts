import { setTimeout as wait } from 'node:timers/promises'
import type { Fault } from '../fault.ts'
import { onSmallDisk } from '../small-disk.ts'

const ROUNDS = 5
const SIZE = '64m'
/** Fillings of the disk while clients try to write, and milliseconds between two: a replica that fails gives up its space. */
const FILLINGS = 10
const PAUSE = 100
const BETWEEN = 10

/**
 * A disk that is full refuses writes in words, and takes them again once there is space, without a restart. With PostgreSQL
 * it is the disk of the replicas and the files.
 */
export const DISK_FULL: Fault = {
  name: 'disk-full',
  injects: 'a data folder on a disk that is full, and has space again',
  stores: ['embedded', 'postgres'],
  needs: ['mount'],
  async run({ site, load, broken }) {
    await site.end('SIGTERM')
    const fired = await onSmallDisk(site.data, SIZE, async (disk) => {
      try {
        const { origin } = await site.start()
        let rounds = 0
        for (let round = 0; round < ROUNDS; round++) {
          await load.more(BETWEEN)
          const before = load.failures.length
          for (let filling = 0; filling < FILLINGS; filling++) {
            disk.fill()
            await wait(PAUSE)
          }
          if (load.failures.length > before) rounds++
          const { status } = await fetch(`${origin}/healthz`)
          if (status !== 200) broken(`The server answered ${status} on a full disk.`)
          disk.free()
          const silent = load.failures.slice(before).filter((failure) => failure === 'internal')
          if (silent.length > 0) broken(`${silent.length} answers did not say that the disk is full.`)
          await load.more(BETWEEN)
        }
        await site.end('SIGTERM')
        return rounds
      } finally {
        await site.end('SIGKILL')
      }
    })
    await site.start()
    return fired
  },
}
