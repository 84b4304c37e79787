/**
 * Simulations from the command line: `node --conditions=source run.ts [--seeds 5000] [--from 1] [--seed N [--keep 1,2]]`.
 * Prints each failing seed, shrunk, with how to replay it; exits 1 where there is one. `--first` says only which seed was
 * the first to fail.
 */
import { parseArgs } from 'node:util'
import { runSeed, shrink } from './simulate.ts'

const COMMAND = 'node --conditions=source packages/service/test/simulation/run.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '5000' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    keep: { type: 'string' },
    first: { type: 'boolean' },
  },
})

if (values.seed !== undefined) {
  const keep = values.keep?.split(',').map(Number)
  const failures = await runSeed(Number(values.seed), keep)
  if (failures.length > 0 && !keep) {
    const { keep: fewer, story } = await shrink(Number(values.seed))
    console.log([`--keep ${fewer.join()}`, ...story].join('\n  '))
  }
  for (const failure of failures) console.log(failure)
  process.exitCode = failures.length > 0 ? 1 : 0
} else {
  const from = Number(values.from)
  let failed = 0
  const begin = performance.now()
  for (let seed = from; seed < from + Number(values.seeds); seed++) {
    const found = await runSeed(seed)
    if (found.length === 0) continue
    if (values.first) {
      console.log(`${seed} ${found[0]}`)
      process.exit(1)
    }
    const { keep, failures, story } = await shrink(seed)
    console.log(
      [
        `seed ${seed} fails; replay it with`,
        `${COMMAND} --seed ${seed} --keep ${keep.join()}`,
        ...story,
        ...failures,
      ].join('\n  '),
    )
    if (++failed === 3) break
  }
  console.log(
    `${values.seeds} seeds, ${failed} failed, ${((performance.now() - begin) / Number(values.seeds)).toFixed(1)} ms a seed`,
  )
  process.exitCode = failed > 0 ? 1 : 0
}
