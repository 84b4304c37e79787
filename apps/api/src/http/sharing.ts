/**
 * Sharing the event loop: requests that arrive together would otherwise be answered at a stretch, and whoever comes next
 * waits for all of them. Once a turn of the loop has taken long, the rest of its requests wait for the next one.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Milliseconds of one turn after which no further request begins. */
const LONG = 15

/** When the first request of this turn began; undefined until one does. */
let began: number | undefined

const hasTakenLong = (): boolean => began !== undefined && performance.now() - began > LONG

/** Goes on in this turn of the event loop, or in the first that has time for another request. */
export async function share(): Promise<void> {
  while (hasTakenLong()) await nextTurn()
  if (began !== undefined) return
  began = performance.now()
  setImmediate(() => (began = undefined))
}
