/**
 * The evaluation as a program, and the claims of its README.
 *
 * @module-tag process
 */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { TASKS } from '../src/tasks/index.ts'

const TOP = join(import.meta.dirname, '..')
const readme = readFileSync(join(TOP, 'README.md'), 'utf8')

/** @returns `code` if it is not 0 */
const run = async (...args: string[]): Promise<{ stdout: string; stderr: string; code?: number }> =>
  promisify(execFile)(process.execPath, ['--conditions=notegraph', join(TOP, 'main.ts'), ...args]).catch(
    (error: unknown) => error as { stdout: string; stderr: string; code: number },
  )

const SCRIPTED = `'${process.execPath}' '${join(TOP, 'agents/scripted.ts')}'`

test('the program gives tasks to a command and prints the outcomes as JSON', async () => {
  const { stdout, stderr } = await run(
    '--agent',
    SCRIPTED,
    ...['phone-gone', 'rye-meal', 'words-of-a-picture'].flatMap((id) => ['--task', id]),
    '--jobs',
    '2',
    '--json',
  )
  expect(stderr).toBe('')
  const result = JSON.parse(stdout)
  expect(result).toMatchObject({ solved: 3, total: 3, calls: 4, refused: 1, median: { calls: 1 } })
  // In the order of the tasks, whichever ended first.
  expect(result.tasks.map(({ id }: { id: string }) => id)).toEqual([
    'rye-meal',
    'phone-gone',
    'words-of-a-picture',
  ])
  expect(result.tasks[0]).toMatchObject({
    topic: 'reading',
    solved: true,
    faults: [],
    answer: '700 g',
    calls: 1,
  })
})

test('the program prints a table with the faults of unsolved tasks', async () => {
  const { stdout } = await run('--agent', 'echo Nothing.', '--task', 'rye-meal', '--task', 'delete-a-page')
  expect(stdout.replaceAll(/\d\.\d$/gm, '0.0'))
    .toBe(`task           solved  calls  best  refused  read  best  written  seconds
rye-meal       NO          0     1        0     0   299        0      0.0
delete-a-page  NO          0     1        0     0   612        0      0.0

0 of 2 tasks solved. A task took 0.0 calls, 0 characters read and 0 written.
The median is 0 calls and 0 characters read.
That is 0.0 times the calls and 0.0 times the characters of the scripted agent.

rye-meal: How much rye meal does my bread take in all?
  no tool was called
  the answer does not mention the sum of both days

delete-a-page: Delete the page about the film The Boat.
  no tool was called
`)
})

test('an agent that takes too long does not delay the others', async () => {
  const command = '[ "$NOTEGRAPH_TASK" = rye-meal ] && sleep 600; echo 700 g'
  const { stdout } = await run('--agent', command, '--task', 'rye-meal', '--timeout', '1', '--json')
  expect(JSON.parse(stdout).tasks[0]).toMatchObject({ solved: false, faults: ['the time limit was reached'] })
})

test.each([
  [[], '--agent is missing'],
  [['--agent', ' '], '--agent is missing'],
  [['--agent', 'true', '--task', 'none'], 'There is no task none. Choose from plan-for-a-day, '],
  [['--agent', 'true', '--jobs', '0'], '--jobs takes a whole number'],
  [['--agent', 'true', '--timeout', 'soon'], '--timeout takes a whole number'],
  [['--agnet', 'true'], "Unknown option '--agnet'"],
])('%j is refused in one line', async (args, words) => {
  const { code, stdout, stderr } = await run(...args)
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toMatch(/^notegraph: .+\n$/)
  expect(stderr).toContain(words)
})

test('the README names tasks that are there, and shows one as it is', () => {
  const named = [...readme.matchAll(/--task ([a-z -]+?) \\/g)].flatMap((match) => match[1]!.split(' '))
  expect(named.length).toBeGreaterThan(1)
  const ids = new Set(TASKS.map(({ id }) => id))
  expect(named.filter((id) => !ids.has(id))).toEqual([])
  const source = readFileSync(join(TOP, 'src/tasks/changing.ts'), 'utf8')
  const [, entry = ''] = /^const task: Task = (\{[^]*?^\})$/m.exec(readme)!
  expect(source).toContain(entry.replaceAll(/^/gm, '  '))
})
