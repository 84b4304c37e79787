/**
 * Runs work at regular times, never twice at once. The time to the next run begins at the end of one.
 * @param first milliseconds until the first run, so that a start is not delayed
 * @param every milliseconds between two runs
 * @returns a function that stops it and waits for a run
 */
export function repeat(
  work: (stopping: AbortSignal) => Promise<void>,
  { first, every }: { readonly first: number; readonly every: number },
): () => Promise<void> {
  const stopping = new AbortController()
  let underWay: Promise<void> = Promise.resolve()
  let timer = setTimeout(run, first).unref()

  function run(): void {
    underWay = work(stopping.signal).finally(() => {
      if (!stopping.signal.aborted) timer = setTimeout(run, every).unref()
    })
  }

  return async () => {
    stopping.abort()
    clearTimeout(timer)
    await underWay
  }
}
