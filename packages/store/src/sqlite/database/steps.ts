/** Work of many small steps, in one go or in parts. */
import { setImmediate } from 'node:timers/promises'

export type Steps<T> = Generator<undefined, T>

/** Milliseconds of a part. */
const PART = 10

export function runAtOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** Lets waiting requests run between the parts. */
export async function runInParts<T>(steps: Steps<T>): Promise<T> {
  let end = performance.now() + PART
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    if (performance.now() < end) continue
    await setImmediate()
    end = performance.now() + PART
  }
}
