/**
 * How processor time grows with the length of a text, for tests that no text costs the square of its length. The
 * processor's clock of a thread advances in steps of up to 4 ms. So short texts are read as often as the long one is long:
 * no reading of the clock is multiplied.
 */

/** The length of the long text, as a multiple of the short one. A quadratic scan takes as many times as long. */
const TIMES = 32
/** One pass takes as long over one long text as over as many short ones. */
export const TOO_MUCH = 6
/** Garbage collection can slow any run, so the fastest of several counts. The first run usually decides. */
const TRIES = 20
/** Shorter times, in milliseconds, are noise. */
const LEAST = 4

/** The processor time of this thread in milliseconds, so that other programs do not matter. */
function timeOf(run: () => void): number {
  const before = process.threadCpuUsage()
  run()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

/**
 * The ratio of the times for one long text and for as many short ones. A long text that is read faster than the noise
 * allows needs no comparison: its ratio is no larger than the one returned.
 *
 * @param text a text of so many times the length of the short one
 * @param read reads all of them
 */
export function growth(text: (times: number) => string, read: (texts: readonly string[]) => void): number {
  const [long, short] = [[text(TIMES)], Array<string>(TIMES).fill(text(1))]
  const least = { long: Infinity, short: Infinity }
  let ratio = Infinity
  for (let n = 0; n < TRIES && ratio >= TOO_MUCH; n++) {
    least.long = Math.min(
      least.long,
      timeOf(() => read(long)),
    )
    if (least.long < TOO_MUCH * LEAST) return least.long / LEAST
    least.short = Math.min(
      least.short,
      timeOf(() => read(short)),
    )
    ratio = least.long / Math.max(least.short, LEAST)
  }
  return ratio
}
