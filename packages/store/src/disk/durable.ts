/** Making a change of a folder's entries outlast a power cut. */
import { closeSync, fsyncSync, openSync } from 'node:fs'
import { mkdir, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { PRIVATE_FOLDER } from './private.ts'

/** Waits until the entries of a folder are on the disk. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** As `syncFolder`, while everybody waits. */
export function syncFolderNow(folder: string): void {
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Moves a whole, synced file to its place, in a folder that is made when it is not there. */
export async function moveInto(from: string, to: string): Promise<void> {
  const folder = dirname(to)
  const made = await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
  await rename(from, to)
  await syncFolder(folder)
  if (made !== undefined) await syncFolder(dirname(made))
}
