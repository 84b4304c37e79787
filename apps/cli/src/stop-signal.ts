import { CommandError } from './output.ts'

let asked: Promise<void> | undefined

/** Resolves at the first signal that asks the program to stop. All callers share one promise. */
export const stopSignal = (): Promise<void> =>
  (asked ??= new Promise<void>((resolve) => {
    const stop = (): void => {
      asked = undefined
      resolve()
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop)
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
