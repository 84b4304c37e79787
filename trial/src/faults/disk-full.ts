import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Fault } from '../fault.ts'

const ROUNDS = 5
/** Bytes of the disk. */
const SIZE = '64m'
/** Milliseconds for which clients try to write on a full disk. */
const FULL = 1_000
const BETWEEN = 10

/** A disk that is full refuses writes, and takes them again once there is space, without a restart. */
export const DISK_FULL: Fault = {
  name: 'disk-full',
  injects: 'a data folder on a disk that is full, and has space again',
  stores: ['embedded'],
  needs: ['mount'],
  async run({ site, load, broken }) {
    await site.end('SIGTERM')
    const aside = join(site.folder, 'aside')
    execFileSync('mv', [site.data, aside])
    mkdirSync(site.data)
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', site.data])
    try {
      execFileSync('cp', ['-a', `${aside}/.`, site.data])
      const { origin } = await site.start()
      let fired = 0
      for (let round = 0; round < ROUNDS; round++) {
        await load.more(BETWEEN)
        const filler = join(site.data, 'filler')
        fill(filler)
        await wait(FULL)
        if (statfsSync(site.data).bavail === 0) fired++
        const { status } = await fetch(`${origin}/healthz`)
        if (status !== 200) broken(`The server answered ${status} on a full disk.`)
        rmSync(filler)
        await load.more(BETWEEN)
      }
      await site.end('SIGTERM')
      return fired
    } finally {
      await site.end('SIGKILL')
      execFileSync('cp', ['-a', `${site.data}/.`, join(site.folder, 'copied')])
      execFileSync('umount', [site.data])
      execFileSync('cp', ['-a', `${join(site.folder, 'copied')}/.`, site.data])
      await site.start()
    }
  },
}

/** Takes the last byte of the disk. */
function fill(path: string): void {
  for (const size of [2 ** 20, 2 ** 12])
    try {
      for (;;) writeFileSync(path, Buffer.alloc(size), { flag: 'a' })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
}
