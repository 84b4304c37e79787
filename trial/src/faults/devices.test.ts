import { expect, test } from 'vitest'
import { runFault } from '../run.ts'
import { killUnderSync } from './devices.ts'

test(
  '[sync] a server that is killed in the middle of a sync comes back, and all converge',
  { timeout: 600_000 },
  async () => {
    const { fired, acknowledged, broken } = await runFault(killUnderSync(3), 'embedded')
    expect(broken).toEqual([])
    expect(fired).toBe(3)
    expect(acknowledged).toBeGreaterThan(0)
  },
)
