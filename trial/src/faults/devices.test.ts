/** @module-tag process */
import { expect, test } from 'vitest'
import { runFault } from '../run.ts'
import { killUnderSync } from './devices.ts'

const MOMENTS = [30, 150, 350]

test(
  '[sync] a server that is killed in the middle of a sync comes back, and all converge',
  { timeout: 600_000 },
  async () => {
    const { fired, acknowledged, broken } = await runFault(
      killUnderSync(MOMENTS.length, (round) => MOMENTS[round]!),
      'embedded',
    )
    expect(broken).toEqual([])
    expect(fired).toBe(MOMENTS.length)
    expect(acknowledged).toBeGreaterThan(0)
  },
)
