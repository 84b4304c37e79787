/**
 * [sync] The simulation has teeth: each planted fault is found, by the seed that found it last or by the test that is
 * named for it. Where the simulation is another one since, any of three thousand seeds will do.
 */
import { expect, test } from 'vitest'
import { namedTest, simulations } from './child.ts'
import { FAULTS, type Fault } from './faults.ts'

const MOST_SEEDS = 3_000
const PATIENCE = 1_800_000

/** @returns the output of what found it first */
async function lookFor(fault: Fault): Promise<string> {
  if (fault.test) return (await namedTest(fault.test, fault)).output
  const first = await simulations(['--first', '--from', String(fault.seed), '--seeds', '1'], fault)
  if (first.code !== 0) return first.output
  return (await simulations(['--first', '--seeds', String(MOST_SEEDS)], fault)).output
}

test.concurrent.each(FAULTS)('[sync $rule] $why ($id)', { timeout: PATIENCE }, async (fault) => {
  expect(await lookFor(fault)).toMatch(fault.test ? /, [1-9]\d* failed, / : /^\d+ (\((\d|rules)\)|it threw) /)
})

test('each fault has an id of its own', () => {
  expect(new Set(FAULTS.map(({ id }) => id)).size).toBe(FAULTS.length)
})
test('each numbered rule has two faults at least', () => {
  const rules = Object.groupBy(FAULTS, ({ rule }) => rule)
  const numbered = [...count('ideas', 4), ...count('server', 10), ...count('device', 8)]
  expect(numbered.filter((rule) => (rules[rule] ?? []).length < 2)).toEqual([])
})

const count = (part: string, last: number): string[] =>
  Array.from({ length: last }, (_, i) => `${part} ${i + 1}`)
