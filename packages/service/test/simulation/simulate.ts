/** Runs one simulation from a seed, searches for a failing seed, and shrinks a failure. */
import type { TestData } from '@notegraph/store/testing'
import { checkAll, mend, type Failure } from './oracles.ts'
import { Processes } from './processes.ts'
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

/** Runs a seed. @returns the failures at the end */
export type RunSeed = (seed: number, keep?: readonly number[]) => Promise<Failure[]>

/** Runs a seed on a graph in memory. @param keep only these steps */
export const runSeed: RunSeed = async (seed, keep) => runWorld(new World(seed), keep)

/** Runs a seed on several processes. @param data may have been used by other seeds */
export const runOnProcesses =
  (data: TestData): RunSeed =>
  async (seed, keep) => {
    const processes = await Processes.start(data, seed)
    try {
      return await runWorld(new World(seed, processes), keep)
    } finally {
      await processes.end()
    }
  }

async function runWorld(world: World, keep?: readonly number[]): Promise<Failure[]> {
  const { seed } = world
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
export async function shrink(seed: number, runSeed: RunSeed): Promise<Failed> {
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
