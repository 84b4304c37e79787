/** Threads that work in the background leave the processor to those that serve requests. */
import { readlinkSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

/** How much lower they rank than the process; a thread has a tenth of the processor beside one that wants all of it. */
export const LOWER = 10
/** The lowest rank there is. */
const LOWEST = 19

/**
 * Ranks the calling thread below the others of its process. Only Linux ranks threads; elsewhere, and where it cannot be
 * done, nothing changes.
 */
export function workInBackground(): void {
  if (process.platform !== 'linux') return
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    setPriority(thread, Math.min(LOWEST, getPriority(process.pid) + LOWER))
  } catch {
    // It works as fast as the others.
  }
}
