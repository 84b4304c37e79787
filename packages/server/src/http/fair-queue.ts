/**
 * Shares the event loop fairly. Without this queue, requests that arrive together run in one stretch, and later ones
 * wait for all of them. After a long turn of the loop, the remaining requests wait. One continues in each turn, and
 * accounts alternate, so that the long reads of one do not delay the others.
 */

/** Milliseconds of one turn after which no further request begins. */
const LONG = 15

/** Start of the first request in this turn; undefined before it. */
let began: number | undefined
/** Waiting requests by account. The account that had the last turn comes last. */
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

/** Resolves in this turn of the event loop, or in the next one with time for another request of the account. */
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
