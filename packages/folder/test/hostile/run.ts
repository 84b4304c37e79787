/**
 * Runs hostile texts through every reader: `node --conditions=notegraph packages/folder/test/hostile/run.ts --runs
 * 200000`. `--growth N` also measures N repeated units of each reader. `--seed S` changes the first seed. `--only NAME`
 * runs one reader.
 */
import { parseArgs } from 'node:util'
import { TOO_MUCH } from '@notegraph/example-tests/growth'
import { faultOf, growthOf, unitOf } from './checks.ts'
import { READERS } from './readers.ts'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '2000' },
    growth: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
  },
})
const first = Number(values.seed)
const MOST_SHOWN = 3
let failed = false

for (const reader of READERS.filter(({ name }) => values.only === undefined || name === values.only)) {
  const faults: string[] = []
  let count = 0
  const note = (fault: string | undefined): void => {
    if (fault === undefined) return
    count++
    if (faults.length < MOST_SHOWN) faults.push(fault)
  }
  const before = process.cpuUsage()
  for (let run = 0; run < Number(values.runs); run++) note(faultOf(reader, first + run))
  let worst = 0
  for (let run = 0; run < Number(values.growth); run++) {
    const unit = unitOf(reader, first + run)
    const ratio = growthOf(reader, unit, 1_000)
    worst = Math.max(worst, ratio)
    if (ratio >= TOO_MUCH) note(`${reader.name}: ${JSON.stringify(unit)} grows ${ratio.toFixed(1)} times`)
  }
  const seconds = (process.cpuUsage(before).user / 1e6).toFixed(1)
  console.log(
    `${reader.name}: ${values.runs} texts, ${values.growth} units (at most ${worst.toFixed(1)}), ${count} faults, ${seconds} s`,
  )
  for (const fault of faults) console.log(`  ${fault}`)
  if (count > 0) failed = true
}
process.exitCode = failed ? 1 : 0
