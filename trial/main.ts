/**
 * The trial: `npm run trial [-- NAME … --report FILE]`. Each fault is injected into a real server under load, on each
 * store. A line reports how often it fired, how many writes were acknowledged, and the verdict. The exit code is 1 if one
 * failed. The report is a table in a Markdown file.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { FAULTS } from './src/faults/index.ts'
import { withResults, type Result } from './src/report.ts'
import { runFault } from './src/run.ts'

/** Broken promises of one fault that are printed; the rest is counted. */
const SHOWN = 10

const { positionals: names, values } = parseArgs({
  allowPositionals: true,
  options: { report: { type: 'string' } },
})
const unknown = names.find((name) => !FAULTS.some((fault) => fault.name === name))
if (unknown !== undefined) {
  console.error(`trial: There is no fault ${unknown}. Use ${FAULTS.map(({ name }) => name).join(', ')}.`)
  process.exit(2)
}

const chosen = FAULTS.filter(({ name }) => names.length === 0 || names.includes(name))
const results: Result[] = []
for (const fault of chosen)
  for (const store of fault.stores) {
    const { fired, acknowledged, broken } = await runFault(fault, store)
    const passed = broken.length === 0
    console.log(
      `${fault.name} (${store}): ${fault.injects}; fired ${fired} times; ${acknowledged} writes acknowledged; ${passed ? 'passed' : 'FAILED'}`,
    )
    for (const words of broken.slice(0, SHOWN)) console.log(`  ${words}`)
    if (broken.length > SHOWN) console.log(`  and ${broken.length - SHOWN} more`)
    results.push({ fault: fault.name, store, fired, acknowledged, passed, ...whenAndWhere() })
    if (values.report !== undefined) report(values.report)
  }
const failed = results.filter(({ passed }) => !passed).length
console.log(`${results.length - failed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

function whenAndWhere(): Pick<Result, 'date' | 'commit'> {
  const commit = execFileSync('git', ['rev-parse', '--short=10', 'HEAD'], { encoding: 'utf8' }).trim()
  return { date: new Date().toISOString().slice(0, 10), commit }
}

/** After each fault, so that an interrupted run has reported what it did. */
function report(file: string): void {
  const document = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const order = FAULTS.flatMap(({ name, stores }) => stores.map((store) => ({ fault: name, store })))
  writeFileSync(file, withResults(document, results, order))
}
