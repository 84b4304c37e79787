/**
 * Runs the named test of planted faults: `node run-named.ts`, with a fault as JSON in each line of its input. Prints a line
 * for each: its id, and how its test ended. One vitest, PostgreSQL and browser serve all faults, each in a new worker.
 */
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createVitest, type Vitest } from 'vitest/node'
import { namePattern, PROJECT, type NamedFault } from './planted-faults.ts'

/** The most milliseconds that a test waits for what a fault may prevent for ever. */
const PATIENCE = 20_000

let vitest: Vitest | undefined

async function start(): Promise<Vitest> {
  const started = await createVitest(
    'test',
    { root: PROJECT, watch: false, reporters: [{}], maxWorkers: 1 },
    { logLevel: 'error' },
  )
  for (const { config } of started.projects) config.expect.poll = { ...config.expect.poll, timeout: PATIENCE }
  return started
}

async function run(fault: NamedFault): Promise<string> {
  const { file, name, project = 'embedded' } = fault.test
  // Workers inherit the environment. So does the configuration, which has them plant the fault.
  process.env['PLANTED_FAULT'] = JSON.stringify(fault)
  vitest ??= await start()
  const path = join(PROJECT, file)
  const its = vitest.projects.find((one) => one.name === project)
  if (!its) return `there is no project ${project}`
  const specification = its.createSpecification(path, { testNamePattern: new RegExp(namePattern(name)) })
  const { testModules } = await vitest.runTestSpecifications([specification])
  // Those of earlier runs are among them.
  const ended = testModules.find(({ moduleId, project: { name: of } }) => moduleId === path && of === project)
  const errors = ended?.errors() ?? []
  if (errors.length > 0) return `its file fails: ${errors[0]!.message}`
  const states = [...(ended?.children.allTests() ?? [])].map((test) => test.result().state)
  return `${states.filter((state) => state === 'failed').length} failed, ${states.filter((state) => state === 'passed').length} passed`
}

for await (const line of createInterface({ input: process.stdin })) {
  const fault = JSON.parse(line) as NamedFault
  console.log(JSON.stringify({ id: fault.id, found: await run(fault) }))
}
await vitest?.close()
