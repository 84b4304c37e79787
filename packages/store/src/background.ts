/** Background threads give way to the threads that serve requests. */
import { readlinkSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

/** The nice value relative to the process. A thread at +10 gets a tenth of a processor that another thread wants. */
export const LOWER = 10
/** The highest nice value, which is the lowest priority. */
const LOWEST = 19

/**
 * Lowers the priority of the calling thread. Only Linux has priorities of threads: on other systems, or if the system
 * refuses, nothing changes.
 * @example
 * workInBackground() // the first line of a worker
 */
export function workInBackground(): void {
  if (process.platform !== 'linux') return
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    setPriority(thread, Math.min(LOWEST, getPriority(process.pid) + LOWER))
  } catch {
    // The thread keeps the priority of its process.
  }
}
