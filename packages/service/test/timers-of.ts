/** Timers that begin with given delays, because a store may have others. */
import { vi } from 'vitest'

/**
 * Restore all mocks before the real timers. In the other order, the mocks bring the fake timers back for later tests.
 * @returns a function that counts the timers so far, and those that still run
 */
export function timersOf(delays: readonly number[]): () => { readonly begun: number; readonly left: number } {
  const fired = new Set<unknown>()
  const start = globalThis.setTimeout
  const noting = (run: (...values: unknown[]) => void, ...rest: unknown[]): unknown => {
    const timer: unknown = Reflect.apply(start, globalThis, [
      (...values: unknown[]) => {
        fired.add(timer)
        run(...values)
      },
      ...rest,
    ])
    return timer
  }
  const begun = [
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(noting as typeof setTimeout),
    vi.spyOn(globalThis, 'setInterval'),
  ]
  const stopped = [vi.spyOn(globalThis, 'clearTimeout'), vi.spyOn(globalThis, 'clearInterval')]
  return () => {
    const timers = begun.flatMap(({ mock }) =>
      mock.results
        .filter((_, n) => delays.includes(mock.calls[n]![1] ?? 0))
        .map(({ value }) => value as unknown),
    )
    const ended = new Set<unknown>(stopped.flatMap(({ mock }) => mock.calls.map(([timer]) => timer)))
    return {
      begun: timers.length,
      left: timers.filter((timer) => !ended.has(timer) && !fired.has(timer)).length,
    }
  }
}
