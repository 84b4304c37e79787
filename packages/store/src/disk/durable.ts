/** Makes changes to the entries of a folder survive a power cut. */
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

/** Like `syncFolder`, but blocks the thread. */
export function syncFolderNow(folder: string): void {
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/**
 * Moves a complete, synced file to its place, and syncs the folder. It creates the folder if there is none.
 * @throws Node's error if the file cannot be moved
 * @example
 * await moveInto('data/.incoming/3f2a', 'data/files/ada/9f/9f86d0')
 */
export async function moveInto(from: string, to: string): Promise<void> {
  const folder = dirname(to)
  const made = await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
  await rename(from, to)
  await syncFolder(folder)
  if (made !== undefined) await syncFolder(dirname(made))
}
