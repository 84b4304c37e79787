/** A folder on a small disk of its own, which can be full and have space again. Mounting needs root. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface SmallDisk {
  /** Takes the last byte, once more if something was deleted since. */
  fill(): void
  /** Gives the space back. */
  free(): void
}

/**
 * Moves the content of a folder to a small disk at the same path, and back after the work.
 * @param size as `mount` takes it, such as `64m`
 * @param work nobody may use the folder before it begins and after it ends
 */
export async function onSmallDisk<T>(
  folder: string,
  size: string,
  work: (disk: SmallDisk) => Promise<T>,
): Promise<T> {
  const aside = `${folder}-aside`
  const filler = join(folder, 'filler')
  execFileSync('mv', [folder, aside])
  mkdirSync(folder)
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder])
  try {
    execFileSync('cp', ['-a', `${aside}/.`, folder])
    rmSync(aside, { recursive: true })
    return await work({
      fill: () => fill(filler),
      free: () => rmSync(filler, { force: true }),
    })
  } finally {
    rmSync(filler, { force: true })
    execFileSync('cp', ['-a', `${folder}/.`, aside])
    execFileSync('umount', [folder])
    rmSync(folder, { recursive: true })
    execFileSync('mv', [aside, folder])
  }
}

function fill(path: string): void {
  for (const size of [2 ** 20, 2 ** 12])
    try {
      for (;;) writeFileSync(path, Buffer.alloc(size), { flag: 'a' })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
}
