import type { Progress } from '@notegraph/service'

type Screen = NodeJS.WritableStream & { readonly isTTY?: boolean }

/** Shows a progress bar on standard error during long work. Shows nothing if the output is piped. */
export async function withProgress<T>(
  what: string,
  quiet: boolean,
  work: (progress: Progress) => Promise<T>,
  screen: Screen = process.stderr,
): Promise<T> {
  if (quiet || screen.isTTY !== true) return work(() => {})
  const { Presets, SingleBar } = (await import('cli-progress')).default
  const bar = new SingleBar(
    { format: `${what} {bar} {value}/{total}`, hideCursor: true, clearOnComplete: true, stream: screen },
    Presets.shades_classic,
  )
  try {
    return await work((done, total) => {
      if (!bar.isActive) bar.start(total, done)
      bar.update(done)
    })
  } finally {
    bar.stop()
  }
}
