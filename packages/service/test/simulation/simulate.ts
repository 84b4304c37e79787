/** Runs one simulation from a seed, searches for a failing seed, and shrinks a failure. */
import { checkAll, mend, type Failure } from './oracles.ts'
import { stepsOf, World } from './world.ts'

export const STEPS = 40

export interface Failed {
  readonly seed: number
  /** The numbers of the needed steps; all if left out. */
  readonly keep: readonly number[]
  readonly failures: readonly Failure[]
  /** The actions of those steps. */
  readonly story: readonly string[]
}

/** Runs a seed. @param keep only these steps @returns the failures at the end */
export async function runSeed(seed: number, keep?: readonly number[]): Promise<Failure[]> {
  const world = new World(seed)
  try {
    await world.start()
    const kept = keep && new Set(keep)
    for (const [i, step] of stepsOf(seed, STEPS).entries()) if (!kept || kept.has(i)) await world.step(step)
    await mend(world)
    return await checkAll(world)
  } catch (error) {
    return [`it threw ${error instanceof Error ? error.stack : String(error)}`]
  } finally {
    world.close()
  }
}

/** Leaves out steps, in ever smaller groups, while the seed still fails. */
export async function shrink(seed: number): Promise<Failed> {
  let keep = Array.from({ length: STEPS }, (_, i) => i)
  let failures = await runSeed(seed, keep)
  for (let size = STEPS / 2; size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at < keep.length;) {
      const fewer = [...keep.slice(0, at), ...keep.slice(at + size)]
      const still = await runSeed(seed, fewer)
      if (still.length === 0) at += size
      else [keep, failures] = [fewer, still]
    }
  }
  const steps = stepsOf(seed, STEPS)
  return {
    seed,
    keep,
    failures,
    story: keep.map((i) => `${i}: ${steps[i]!.action}, then ${steps[i]!.wait} ms`),
  }
}
