/**
 * Finds planted faults: `node --conditions=notegraph look-for.ts LIST.json [--seeds 3000] [--only ID]`. Each fault is
 * planted; first the simulation looks for it, then the tests of sync. Prints the list with the seed or test that found
 * each fault. Exits with 1 if one was not found.
 */
import { glob } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { PROJECT, readFaults, runTests, type NamedTest } from '../planted-faults.ts'
import { simulations } from './child.ts'
import type { Fault } from './faults.ts'

/** Tests that a fault of sync may fail, fast ones first. */
const TESTS = [
  ['packages/sync/**/*.test.ts'],
  ['packages/server/test/sync*.test.ts', 'packages/store/**/*.test.ts', 'packages/service/src/**/*.test.ts'],
]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seeds: { type: 'string', default: '3000' }, only: { type: 'string' } },
})
const list = positionals
  .flatMap((path) => readFaults<Fault>(path))
  .filter(({ id }) => !values.only || id === values.only)
const looked: Fault[] = []
for (const fault of list) {
  const found = await look(fault)
  looked.push(found)
  const where = found.seed === undefined ? (found.test?.name ?? 'NOT FOUND') : `seed ${found.seed}`
  console.error(`${found.id} [${found.rule}] ${where}`)
}
console.log(JSON.stringify(looked, null, 2))
if (looked.some(({ seed, test }) => seed === undefined && !test)) process.exitCode = 1

async function look({ id, rule, by, why, file, find, replace }: Fault): Promise<Fault> {
  const fault: Fault = { id, rule, ...(by && { by }), why, file, find, replace }
  const { output } = await simulations(['--first', '--seeds', values.seeds], fault)
  const seed = /^(\d+) (\((\d|rules)\)|it threw) /.exec(output)?.[1]
  if (seed !== undefined) return { ...fault, seed: Number(seed) }
  if (!output.includes(' seeds, 0 failed')) throw new Error(`${fault.id}: ${output}`)
  const test = await failingTest(fault)
  return test ? { ...fault, test } : fault
}

async function failingTest(fault: Fault): Promise<NamedTest | undefined> {
  for (const patterns of TESTS) {
    const files = await Array.fromAsync(glob(patterns, { cwd: PROJECT, exclude: ['**/node_modules/**'] }))
    const { output } = await runTests(files.toSorted(), fault)
    // ` FAIL file > suite > name`, as vitest prints it.
    const failed = /^ FAIL {2}(\S+\.test\.ts) > (.+)$/m.exec(output)
    if (failed) return { file: failed[1]!, name: failed[2]! }
  }
  return undefined
}
