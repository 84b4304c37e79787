/**
 * The calls of one HTTP request, which may be a batch. They run one after another, and other requests run between
 * them. Their answers are bounded together. If the client disconnects, the remaining calls do not run.
 * @see decisions 6.1
 */
import { setImmediate } from 'node:timers/promises'
import { LIMITS } from '@notegraph/contract'
import { BAD_REQUESTS } from '@notegraph/service'
import { refused, type Outcome } from './call.ts'

type Call = () => Promise<Outcome>

/** @returns a function that runs each call after the previous one */
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
