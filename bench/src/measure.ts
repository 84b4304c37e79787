/**
 * Measuring against a floor. Machines are shared and their speed drifts, so a figure is a ratio of two things that ran in
 * turns in one process, and the median of several turns; seconds alone are never told.
 */

export interface Ratio {
  readonly name: string
  /** What is measured, and what it is held against. */
  readonly of: string
  readonly to: string
  /** Median of the ratios of the turns: how many times as fast as the floor. */
  readonly ratio: number
  /** What it is meant to be, at least. */
  readonly target: number
  readonly notes?: string
}

/** Nanoseconds that one call takes, over as many calls as fill the time. */
async function timeOf(work: () => unknown, fillMs: number): Promise<number> {
  const begin = process.hrtime.bigint()
  const end = begin + BigInt(fillMs) * 1_000_000n
  let calls = 0
  let now = begin
  do {
    await work()
    calls++
    now = process.hrtime.bigint()
  } while (now < end)
  return Number(now - begin) / calls
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

/**
 * How many times as fast `work` is as `floor`, the two taking turns.
 * @param options.per how many units one call of each does, where they differ
 */
export async function ratioTo(
  work: () => unknown,
  floor: () => unknown,
  options: {
    readonly turns?: number
    readonly fillMs?: number
    readonly perWork?: number
    readonly perFloor?: number
  } = {},
): Promise<number> {
  const { turns = 7, fillMs = 300, perWork = 1, perFloor = 1 } = options
  await timeOf(work, fillMs / 2)
  await timeOf(floor, fillMs / 2)
  const ratios: number[] = []
  for (let turn = 0; turn < turns; turn++) {
    const a = (await timeOf(work, fillMs)) / perWork
    const b = (await timeOf(floor, fillMs)) / perFloor
    ratios.push(b / a)
  }
  return median(ratios)
}
