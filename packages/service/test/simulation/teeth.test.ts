/**
 * [sync] The simulation finds every planted fault: by the seed that found it last, or by its named test. After changes
 * to the simulation, any of three thousand seeds will do.
 *
 * @module-tag process
 */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { givenTo, runNamed } from '../planted-faults.ts'
import { FAULTS } from './faults.ts'

const PATIENCE = 1_800_000
/** The first failure of a seed, such as `1000016 (rules) server 3: …`. */
const FAILURE = /^(\d+) (?:\((?:\d|rules)\)|it threw) /

const BY_SEED = FAULTS.filter(({ test: named }) => !named)
const BY_TEST = FAULTS.flatMap((fault) => (fault.test ? [{ ...fault, test: fault.test }] : []))

const QUIET = ['--disable-warning=ExperimentalWarning', '--conditions=notegraph']
const failureOf = givenTo([...QUIET, join(import.meta.dirname, 'find-planted.ts')], BY_SEED)
const endOf = runNamed(BY_TEST)

test.each(BY_SEED)('[sync $rule] $why ($id)', { timeout: PATIENCE }, async ({ id, seed }) => {
  const failure = await failureOf(id)
  expect(failure).toMatch(FAILURE)
  const [, found] = FAILURE.exec(failure)!
  if (found !== String(seed))
    console.warn(`Seed ${seed} no longer finds ${id}. Write ${found} into its list.`)
})

test.each(BY_TEST)('[sync $rule] $why ($id)', { timeout: PATIENCE }, async ({ id }) => {
  expect(await endOf(id)).toMatch(/^[1-9]\d* failed/)
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
