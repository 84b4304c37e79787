/**
 * The evaluation: `notegraph evaluate --agent COMMAND`. It exits with 0 after every task was given to the agent,
 * however many the agent solved, and with 2 for wrong usage.
 */
import { parseArgs } from 'node:util'
import { commandAgent } from './src/agent.ts'
import { evaluate } from './src/evaluate.ts'
import { reportLines, summaryOf } from './src/report.ts'
import { TASKS } from './src/tasks/index.ts'
import { makeTemplate } from './src/template.ts'

const USAGE = 'See notegraph evaluate --help.'

function fail(words: string): never {
  console.error(`notegraph: ${words} ${USAGE}`)
  process.exit(2)
}

function readArguments() {
  try {
    return parseArgs({
      options: {
        agent: { type: 'string' },
        task: { type: 'string', multiple: true },
        timeout: { type: 'string' },
        jobs: { type: 'string' },
        json: { type: 'boolean' },
      },
    }).values
  } catch (error) {
    return fail(`${(error as Error).message}.`)
  }
}

/** Parses a whole number of at least 1. */
function numberOf(name: string, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise
  if (!/^[1-9]\d{0,5}$/.test(text)) return fail(`--${name} takes a whole number of at least 1.`)
  return Number(text)
}

const { agent: command, task: only, timeout, jobs, json = false } = readArguments()
if (command === undefined || command.trim() === '')
  fail('--agent is missing. Name the command that starts the agent.')
const unknown = only?.find((id) => !TASKS.some((task) => task.id === id))
if (unknown !== undefined)
  fail(`There is no task ${unknown}. Choose from ${TASKS.map(({ id }) => id).join(', ')}.`)

const timeBox = numberOf('timeout', timeout, 300) * 1000
const atOnce = numberOf('jobs', jobs, 1)
const tasks = TASKS.filter(({ id }) => only?.includes(id) ?? true)
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
const stop = new AbortController()
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stop.abort())
const template = await makeTemplate(Date.now(), zone)
try {
  let done = 0
  const outcomes = await evaluate({
    agent: commandAgent(command),
    tasks,
    template,
    timeBox,
    jobs: atOnce,
    signal: stop.signal,
    onOutcome: ({ id, solved }) => {
      done += 1
      if (process.stderr.isTTY)
        process.stderr.write(`${done}/${tasks.length} ${id}: ${solved ? 'solved' : 'not solved'}\n`)
    },
  })
  if (json) console.log(JSON.stringify({ ...summaryOf(outcomes), tasks: outcomes }))
  else for (const line of reportLines(outcomes)) console.log(line)
  if (stop.signal.aborted) {
    console.error('notegraph: stopped.')
    process.exitCode = 1
  }
} finally {
  await template.remove()
}
