/**
 * Whether an input costs more processor time than its length explains. The measure is the run itself: the mean time per
 * byte of the inputs before. A median would not do: many clocks advance in steps that are longer than most inputs take.
 */

/**
 * Milliseconds. The dearest honest input known is a note of 64 KB with faults in its YAML. The target `note` reads it in 21
 * places: 1,800 ms, in proportion to its length. A quadratic scan of 64 KB takes four billion steps, so it is found all the
 * same. A request has a fixed cost of a few milliseconds.
 */
const NOISE = 4_000
/** An input may cost this many times the mean per byte. */
const TOO_MUCH = 10
/** The fastest of these many runs counts. */
const RUNS = 3

/** Milliseconds of processor time of this thread, so that other programs do not count. */
async function timeOf(run: () => void | Promise<void>): Promise<number> {
  const before = process.threadCpuUsage()
  await run()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

/** Runs inputs, and describes those that cost too much. */
export function costs(): (length: number, run: () => void | Promise<void>) => Promise<string | undefined> {
  let spent = 0
  let bytes = 0
  return async (length, run) => {
    let time = await timeOf(run)
    const most = Math.max(NOISE, (spent / Math.max(1, bytes)) * length * TOO_MUCH)
    for (let n = 1; n < RUNS && time > most; n++) time = Math.min(time, await timeOf(run))
    spent += time
    bytes += length
    return time > most
      ? `cost ${Math.round(time)} ms for ${length} bytes, more than ${Math.round(most)} ms`
      : undefined
  }
}
