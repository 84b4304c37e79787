/** A store whose calls a test can wait for, although it does not make them itself. */
import { setImmediate } from 'node:timers/promises'
import type { Store } from '@notegraph/store'

export interface SettledStore {
  readonly store: Store
  /** Waits until every call has ended, and those that followed it. */
  readonly settled: () => Promise<void>
}

export function settledStore(real: Store): SettledStore {
  const open = new Set<unknown>()

  const counted = <T>(answer: T): T => {
    if (answer instanceof Promise) {
      open.add(answer)
      const end = () => void open.delete(answer)
      answer.then(end, end)
      return answer
    }
    return typeof answer === 'object' && answer !== null ? ports(answer) : answer
  }
  /** The same object with counted methods. */
  const ports = <T extends object>(target: T): T =>
    Object.fromEntries(
      Object.entries(target).map(([name, value]: [string, unknown]) => [
        name,
        typeof value === 'function'
          ? (...values: unknown[]) => counted((value as (...values: unknown[]) => unknown)(...values))
          : counted(value),
      ]),
    ) as T

  return {
    store: ports(real),
    settled: async () => {
      do await setImmediate()
      while (open.size > 0)
    },
  }
}
