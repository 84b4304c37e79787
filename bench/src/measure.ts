/**
 * Measures against a floor. Machines are shared and their speed drifts, so each figure is a ratio of two things that
 * ran in turns in one process. It is the median of several turns; seconds alone are never reported.
 */

export interface Ratio {
  readonly name: string
  /** The subject and the floor. */
  readonly of: string
  readonly to: string
  /** Median ratio of the turns: 2 is twice as fast as the floor. */
  readonly ratio: number
  /** The lowest acceptable ratio. */
  readonly target: number
  readonly notes?: string
}

/** Nanoseconds of one call, averaged over the calls that fit the time. The time of `before` is not counted. */
async function timeOf(work: () => unknown, fillMs: number, before?: () => unknown): Promise<number> {
  let from = process.hrtime.bigint()
  const end = from + BigInt(fillMs) * 1_000_000n
  let calls = 0
  let taken = 0n
  do {
    if (before) {
      await before()
      from = process.hrtime.bigint()
    }
    await work()
    calls++
    const now = process.hrtime.bigint()
    taken += now - from
    from = now
  } while (from < end)
  return Number(taken) / calls
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

/**
 * How many times as fast `work` is as `floor`; both take turns.
 * @param options.before runs before each call and is not measured
 * @param options.perWork units of work in one call, if the two differ
 */
export async function ratioTo(
  work: () => unknown,
  floor: () => unknown,
  options: {
    readonly turns?: number
    readonly fillMs?: number
    readonly perWork?: number
    readonly perFloor?: number
    readonly before?: () => unknown
  } = {},
): Promise<number> {
  const { turns = 7, fillMs = 300, perWork = 1, perFloor = 1, before } = options
  await timeOf(work, fillMs / 2, before)
  await timeOf(floor, fillMs / 2, before)
  const ratios: number[] = []
  for (let turn = 0; turn < turns; turn++) {
    const a = (await timeOf(work, fillMs, before)) / perWork
    const b = (await timeOf(floor, fillMs, before)) / perFloor
    ratios.push(b / a)
  }
  return median(ratios)
}
