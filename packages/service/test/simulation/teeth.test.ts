/**
 * [sync] The simulation has teeth: each planted fault is found. It is looked for from the seed that found it last, so
 * that this is quick; where the simulation is another one since, by any of three thousand seeds.
 */
import { expect, test } from 'vitest'
import { simulations } from './child.ts'
import { FAULTS } from './faults.ts'

const MOST_SEEDS = 3_000
const PATIENCE = 1_800_000

/** What is first found, and by which seed. */
async function lookFor(fault: string, seed: number): Promise<string> {
  const first = await simulations(['--first', '--from', String(seed), '--seeds', '1'], fault)
  if (first.code !== 0) return first.told
  return (await simulations(['--first', '--seeds', String(MOST_SEEDS)], fault)).told
}

test.concurrent.each(FAULTS)('[sync $rule] $name', { timeout: PATIENCE }, async ({ name, seed }) => {
  expect(await lookFor(name, seed)).toMatch(/^\d+ (\(\d\)|it threw) /)
})

test('each fault has a name of its own', () => {
  expect(new Set(FAULTS.map(({ name }) => name)).size).toBe(FAULTS.length)
})
