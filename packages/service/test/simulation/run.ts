/**
 * Simulations on the command line: `node --conditions=notegraph run.ts [--seeds 5000] [--from 1000001] [--seed N [--keep
 * 1,2]]`. Prints each failing seed, shrunk, with the command that replays it. Stops after three failures, and exits
 * with 1 if there is one. Progress goes to standard error. `--first` prints only the first failing seed.
 */
import { parseArgs } from 'node:util'
import { runSeed, shrink } from './simulate.ts'
import { FIRST_SEED, PROCESSES_SEED } from './themes.ts'

const COMMAND = 'node --conditions=notegraph packages/service/test/simulation/run.ts'
/** Seeds between two reports of progress. */
const STRETCH = 5_000
const MOST_FAILED = 3
/** The most failures to print. */
const MAX_LISTED = 5

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '5000' },
    from: { type: 'string', default: String(FIRST_SEED) },
    seed: { type: 'string' },
    keep: { type: 'string' },
    first: { type: 'boolean' },
  },
})

const last = Number(values.seed ?? Number(values.from) + Number(values.seeds) - 1)
if (last >= PROCESSES_SEED) {
  console.error(
    `Seeds from ${PROCESSES_SEED} on run on several processes. Use NOTEGRAPH_SIMULATION_SEED=N vitest run packages/service/test/simulation/processes.test.ts.`,
  )
  process.exit(2)
}

if (values.seed !== undefined) {
  const keep = values.keep?.split(',').map(Number)
  const failures = await runSeed(Number(values.seed), keep)
  if (failures.length > 0 && !keep) {
    const { keep: fewer, story } = await shrink(Number(values.seed), runSeed)
    console.log([`--keep ${fewer.join()}`, ...story].join('\n  '))
  }
  for (const failure of failures) console.log(failure)
  process.exitCode = failures.length > 0 ? 1 : 0
} else {
  const [from, seeds] = [Number(values.from), Number(values.seeds)]
  let [run, failed] = [0, 0]
  const begin = performance.now()
  while (run < seeds && failed < MOST_FAILED) {
    const seed = from + run++
    const found = await runSeed(seed)
    if (found.length > 0 && values.first) {
      console.log(`${seed} ${found[0]}`)
      process.exit(1)
    }
    if (found.length > 0) {
      failed++
      const { keep, failures, story } = await shrink(seed, runSeed)
      console.log(
        [
          `seed ${seed} fails; replay it with`,
          `${COMMAND} --seed ${seed} --keep ${keep.join()}`,
          ...story,
          ...failures.slice(0, MAX_LISTED),
        ].join('\n  '),
      )
    }
    if (run % STRETCH === 0 && run < seeds)
      console.error(`${new Date().toISOString()} to ${seed}: ${summary()}`)
  }
  console.log(summary())
  process.exitCode = failed > 0 ? 1 : 0

  function summary(): string {
    const ms = performance.now() - begin
    return `${run} seeds, ${failed} failed, ${(ms / 1_000).toFixed()} s, ${(ms / run).toFixed(1)} ms a seed`
  }
}
