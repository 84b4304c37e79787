import { Presets, SingleBar } from 'cli-progress'
import type { Progress } from '@notegraph/service'

/** A bar on standard error while work is long and a person watches; nothing when it is piped. */
export async function withProgress<T>(
  what: string,
  quiet: boolean,
  work: (progress: Progress) => Promise<T>,
): Promise<T> {
  if (quiet || !process.stderr.isTTY) return work(() => {})
  const bar = new SingleBar(
    {
      format: `${what} {bar} {value}/{total}`,
      hideCursor: true,
      clearOnComplete: true,
      stream: process.stderr,
    },
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
