import { CommandError } from './output.ts'

let asked: Promise<void> | undefined

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Milliseconds in which further signals count as the same one. A terminal, systemd and containers signal all processes,
 * and npm and the scripts of a checkout pass the signal on as well.
 */
const SAME = 1_000

/**
 * Resolves at the first signal that asks the program to stop. All callers share one promise. A later signal ends the
 * program at once.
 */
export const stopSignal = (): Promise<void> =>
  (asked ??= new Promise<void>((resolve) => {
    let isAsked = false
    const stop = (): void => {
      if (isAsked) return
      isAsked = true
      asked = undefined
      resolve()
      setTimeout(() => {
        for (const signal of SIGNALS) process.off(signal, stop)
      }, SAME).unref()
    }
    for (const signal of SIGNALS) process.on(signal, stop)
  }))

/**
 * Runs long work that a signal stops cleanly. A second signal ends the program at once.
 * @param words returns the message if the work was stopped
 * @throws {CommandError} with that message
 */
export async function untilStopped<T>(
  work: (signal: AbortSignal) => Promise<T>,
  words: () => string,
): Promise<T> {
  const stopping = new AbortController()
  void stopSignal().then(() => stopping.abort())
  try {
    return await work(stopping.signal)
  } catch (error) {
    throw stopping.signal.aborted ? new CommandError(words()) : error
  }
}
