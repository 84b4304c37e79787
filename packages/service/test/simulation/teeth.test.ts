/**
 * [sync] The simulation finds every planted fault: by the seed that found it last, or by its named test. After changes
 * to the simulation, any of three thousand seeds will do.
 *
 * @module-tag process
 */
import { expect, test } from 'vitest'
import { namedTest } from '../planted-faults.ts'
import { simulations } from './child.ts'
import { FAULTS, type Fault } from './faults.ts'

const MOST_SEEDS = 3_000
const PATIENCE = 1_800_000

/** @returns the output of the first run that found it */
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

const NUMBERED = [...count('ideas', 4), ...count('server', 10), ...count('device', 8)]
const OUTSIDERS = FAULTS.filter(({ by }) => by === 'outsider')

test('outsiders planted sixty faults at least', () => {
  expect(OUTSIDERS.length).toBeGreaterThanOrEqual(60)
})

test.each(NUMBERED)('[sync %s] outsiders planted two faults at least', (rule) => {
  expect(OUTSIDERS.filter((fault) => fault.rule === rule).length).toBeGreaterThanOrEqual(2)
})

function count(part: string, last: number): string[] {
  return Array.from({ length: last }, (_, i) => `${part} ${i + 1}`)
}
