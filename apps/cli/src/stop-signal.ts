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
