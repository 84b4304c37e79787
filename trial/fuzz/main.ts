/**
 * Fuzzing: `npm run fuzz [-- TARGET …] [--minutes N] [--seed S]`. Each target gets the same share of the time, one minute
 * in all by default. A line reports each target: its inputs, and the first that breaks a law, which stays in the corpus.
 * The exit code is 1 if there is one. `npm run fuzz -- properties` runs the random tests of the suite with new seeds, for
 * the whole time.
 */
import { parseArgs } from 'node:util'
import { corpusOf, keep } from './corpus.ts'
import { PROPERTIES, runProperties } from './properties.ts'
import { fuzz } from './run.ts'
import { moduleOf, TARGETS } from './targets/index.ts'

const { values, positionals } = parseArgs({
  options: { minutes: { type: 'string', default: '1' }, seed: { type: 'string' } },
  allowPositionals: true,
})
const minutes = Number(values.minutes)
if (!(minutes > 0)) refuse('--minutes takes a number greater than 0.')
const seed = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed)
if (!Number.isInteger(seed)) refuse('--seed takes a whole number.')
const names = [...TARGETS.map(({ name }) => name), PROPERTIES]
const unknown = positionals.find((name) => !names.includes(name))
if (unknown !== undefined) refuse(`There is no target ${unknown}. Use ${names.join(', ')}.`)

const chosen = TARGETS.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
const milliseconds = (minutes * 60_000) / chosen.length
console.log(`The seed is ${seed}.`)
for (const { name } of chosen) {
  const corpus = corpusOf(name).map(([, input]) => input)
  const { inputs, finding } = await fuzz({ module: moduleOf(name), seed, corpus, milliseconds })
  console.log(`${name}: ${inputs} inputs; ${finding ? `FAILED at ${keep(name, finding.input)}` : 'passed'}`)
  if (!finding) continue
  console.log(`  ${finding.why}`)
  process.exitCode = 1
}
if (positionals.includes(PROPERTIES) && !(await runProperties(seed, minutes * 60_000))) process.exitCode = 1

function refuse(message: string): never {
  console.error(`fuzz: ${message}`)
  process.exit(2)
}
