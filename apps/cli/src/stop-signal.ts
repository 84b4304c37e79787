/** Settles at the first signal that asks the program to stop. */
export const stopSignal = (): Promise<void> =>
  new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve())
  })
