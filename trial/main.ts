/**
 * The trial: `npm run trial [-- NAME …]`. Each fault is injected into a real server under load, on each store. A line
 * reports how often it fired, how many writes were acknowledged, and the verdict. The exit code is 1 if one failed.
 */
import { FAULTS } from './src/faults/index.ts'
import { runFault } from './src/run.ts'

/** Broken promises of one fault that are printed; the rest is counted. */
const SHOWN = 10

const names = process.argv.slice(2)
const unknown = names.find((name) => !FAULTS.some((fault) => fault.name === name))
if (unknown !== undefined) {
  console.error(`trial: There is no fault ${unknown}. Use ${FAULTS.map(({ name }) => name).join(', ')}.`)
  process.exit(2)
}

const chosen = FAULTS.filter(({ name }) => names.length === 0 || names.includes(name))
let passed = 0
let failed = 0
for (const fault of chosen)
  for (const store of fault.stores) {
    const { fired, acknowledged, broken } = await runFault(fault, store)
    const verdict = broken.length === 0 ? 'passed' : 'FAILED'
    console.log(
      `${fault.name} (${store}): ${fault.injects}; fired ${fired} times; ${acknowledged} writes acknowledged; ${verdict}`,
    )
    for (const words of broken.slice(0, SHOWN)) console.log(`  ${words}`)
    if (broken.length > SHOWN) console.log(`  and ${broken.length - SHOWN} more`)
    if (broken.length === 0) passed++
    else failed++
  }
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
