/**
 * The calls of one HTTP request, which may be a batch: one after another, with a pause after each in which the server
 * does what else waits. Their answers are bounded together, and once nobody waits for them the rest is not made.
 * @see decisions 6.1
 */
import { setImmediate } from 'node:timers/promises'
import { LIMITS } from '@notegraph/contract'
import { BAD_REQUESTS } from '@notegraph/service'
import { refused, type Outcome } from './call.ts'

type Call = () => Promise<Outcome>

/** @returns what makes each call in its turn */
export function batchQueue(signal?: AbortSignal): (call: Call) => Promise<Outcome> {
  let last: Promise<unknown> = Promise.resolve()
  let answered = 0

  async function after(before: Promise<unknown>, call: Call): Promise<Outcome> {
    await before
    if (answered >= LIMITS.mcpBatchAnswer || signal?.aborted) return NOT_MADE
    const outcome = await call()
    if ('result' in outcome) answered += outcome.result.content[0].text.length
    await setImmediate()
    return outcome
  }

  return (call) => {
    const outcome = after(last, call)
    last = outcome.catch(() => {})
    return outcome
  }
}

const NOT_MADE = refused(BAD_REQUESTS.batchTooLong)
