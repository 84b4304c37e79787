/**
 * Finds planted faults in one process: `node --conditions=notegraph find-planted.ts`, with a fault and its seed as JSON in each
 * line of its input. Prints a line for each: its id, and the first failure of the first failing seed.
 *
 * A process starts in the time of five seeds. So the modules that use the file of a fault are loaded again, under addresses
 * of their own, and all others are shared.
 */
import { readFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { planted, PROJECT } from '../planted-faults.ts'
import type { Fault } from './faults.ts'
import { FIRST_SEED } from './themes.ts'

/** The most seeds to look at where that of the list does not fail, such as after changes to the simulation. */
const MOST_SEEDS = 3_000
const MARK = '?planted='
const SIMULATE = import.meta.resolve('./simulate.ts')

/** The modules that import a module, by its address. */
const importers = new Map<string, Set<string>>()
const sources = new Map<string, string>()
let plant: { mark: string; target: string; source: string; users: ReadonlySet<string> } | undefined

registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context)
    const { parentURL = '' } = context
    const { url } = resolved
    if (!parentURL.includes(MARK)) addTo(importers, url, parentURL)
    else if (plant?.users.has(url)) return { ...resolved, url: url + plant.mark }
    return resolved
  },
  load(url, context, next) {
    const [address = url, mark] = url.split(MARK)
    if (mark === undefined) return next(url, context)
    if (address === plant?.target) return { format: 'module', source: plant.source, shortCircuit: true }
    if (!sources.has(address))
      sources.set(address, stripTypeScriptTypes(readFileSync(new URL(address), 'utf8')))
    return { format: 'module', source: sources.get(address)!, shortCircuit: true }
  },
})

function addTo(map: Map<string, Set<string>>, key: string, value: string): void {
  const values = map.get(key)
  if (values) values.add(value)
  else map.set(key, new Set([value]))
}

function usersOf(target: string): Set<string> {
  const users = new Set([target])
  for (const user of users) for (const one of importers.get(user) ?? []) users.add(one)
  return users
}

async function find({ seed, ...fault }: Fault, n: number): Promise<string> {
  const target = pathToFileURL(join(PROJECT, fault.file)).href
  const users = usersOf(target)
  if (!users.has(SIMULATE)) return 'the simulation does not load its file'
  plant = { mark: `${MARK}${n}`, target, source: stripTypeScriptTypes(planted(fault)), users }
  const { runSeed } = (await import(SIMULATE + plant.mark)) as typeof import('./simulate.ts')
  const others = Array.from({ length: MOST_SEEDS }, (_, i) => FIRST_SEED + i)
  for (const one of seed === undefined ? others : [seed, ...others]) {
    const [failure] = await runSeed(one)
    if (failure !== undefined) return `${one} ${failure}`
  }
  return 'no seed fails'
}

// A fault may leave work behind that fails in the time of a later fault.
process.on('unhandledRejection', () => {})
// Loads also what a seed imports while it runs.
const { runSeed } = await import('./simulate.ts')
await runSeed(FIRST_SEED)
let n = 0
for await (const line of createInterface({ input: process.stdin })) {
  const fault = JSON.parse(line) as Fault
  console.log(JSON.stringify({ id: fault.id, found: await find(fault, ++n) }))
}
process.exit(0)
