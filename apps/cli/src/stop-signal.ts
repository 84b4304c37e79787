import { CommandError } from './output.ts'

let asked: Promise<void> | undefined

/** Settles at the first signal that asks the program to stop. Whoever asks meanwhile waits for the same one. */
export const stopSignal = (): Promise<void> =>
  (asked ??= new Promise<void>((resolve) => {
    const stop = (): void => {
      asked = undefined
      resolve()
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop)
  }))

/**
 * Runs long work that a signal stops in good order; a second signal ends the program at once.
 * @param words what to say when it was stopped
 * @throws {CommandError} with those words
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
