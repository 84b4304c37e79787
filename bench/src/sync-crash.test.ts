import { expect, test } from 'vitest'
import { syncCrashes } from './sync-crash.ts'

test(
  '[sync] a server that is killed in the middle of a sync comes back, and all converge',
  { timeout: 600_000 },
  async () => {
    const { whole, faults } = await syncCrashes(3)
    expect(faults).toEqual([])
    expect(whole).toBe(3)
  },
)
