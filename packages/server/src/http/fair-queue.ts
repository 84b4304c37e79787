/**
 * Sharing the event loop: requests that arrive together would otherwise be answered at a stretch, and whoever comes next
 * waits for all of them. Once a turn of the loop has taken long, the rest wait: one goes on in each turn, and accounts take
 * turns, so that the many long reads of one keep no other waiting.
 */

/** Milliseconds of one turn after which no further request begins. */
const LONG = 15

/** When the first request of this turn began; undefined until one does. */
let began: number | undefined
/** By account; the one whose turn it was goes last. */
const waiting = new Map<string, (() => void)[]>()

function begin(): void {
  if (began !== undefined) return
  began = performance.now()
  setImmediate(() => (began = undefined))
}

function goOn(): void {
  const [turn] = waiting
  if (!turn) return
  const [account, queue] = turn
  const next = queue.shift()!
  waiting.delete(account)
  if (queue.length > 0) waiting.set(account, queue)
  if (waiting.size > 0) setImmediate(goOn)
  begin()
  next()
}

/** Goes on in this turn of the event loop, or in the first that has time for another request of the account. */
export async function waitForTurn(account: string): Promise<void> {
  const hasTime = began === undefined || performance.now() - began <= LONG
  if (waiting.size === 0 && hasTime) return begin()
  await new Promise<void>((resolve) => {
    if (waiting.size === 0) setImmediate(goOn)
    const queue = waiting.get(account)
    if (queue) queue.push(resolve)
    else waiting.set(account, [resolve])
  })
}
