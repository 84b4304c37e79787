/** The tools can solve every task, and an agent that does nothing solves none. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Agent } from '../src/agent.ts'
import { BEST } from '../src/best.ts'
import { evaluate, type Outcome } from '../src/evaluate.ts'
import type { Stage } from '../src/stage.ts'
import { summaryOf } from '../src/report.ts'
import { scripted } from '../src/scripted/agent.ts'
import { judge, type Task, TOPICS } from '../src/task.ts'
import { FIRST_TASKS, ORDER_TASKS, TASKS } from '../src/tasks/index.ts'
import { makeTemplate, type Template } from '../src/template.ts'
import { openCalledStage } from './called-stage.ts'
import { zoneAtNoon } from './zone.ts'

const READING = TASKS.filter((task) => !task.mayWriteOn)
const WRITING = TASKS.filter((task) => task.mayWriteOn)

let template: Template
beforeAll(async () => {
  const now = Date.now()
  template = await makeTemplate(now, zoneAtNoon(now))
})
afterAll(async () => template.remove())

test('there are eighty, each with an id of its own, and of every topic one', () => {
  expect([FIRST_TASKS.length, ORDER_TASKS.length]).toEqual([30, 30])
  expect(Object.keys(BEST)).toEqual(TASKS.map(({ id }) => id))
  expect(new Set(TASKS.map(({ id }) => id)).size).toBe(80)
  expect(new Set(TASKS.map(({ topic }) => topic))).toEqual(new Set(TOPICS))
})

/** The outcome of each task for the scripted agent, which runs each task once. */
const outcomes = new Map<string, Promise<Outcome>>()
function solved(task: Task): Promise<Outcome> {
  const outcome = outcomes.get(task.id) ?? given(scripted, task)
  outcomes.set(task.id, outcome)
  return outcome
}

async function given(agent: Agent, task: Task): Promise<Outcome> {
  const [outcome] = await evaluate({ agent, tasks: [task], template, timeBox: 60_000, jobs: 1 })
  return outcome!
}

const byId = (tasks: readonly Task[]) => tasks.map((task): [string, Task] => [task.id, task])

describe('the scripted agent', () => {
  test.each(byId(TASKS))('solves %s', async (id, task) => {
    const outcome = await solved(task)
    expect(outcome).toMatchObject({ id, solved: true, faults: [] })
    const [calls, read] = BEST[id]!
    expect(outcome.calls).toBe(calls)
    expect(Math.abs(outcome.read - read)).toBeLessThan(40 + read / 10)
  })

  test('needs no more for the first thirty than before there were more', async () => {
    const first = await Promise.all(FIRST_TASKS.map(solved))
    const { median, calls, read } = summaryOf(first)
    expect(median.calls).toBeLessThanOrEqual(1.7)
    expect(median.read).toBeLessThanOrEqual(1_045)
    expect(calls / 30).toBeLessThanOrEqual(1.75)
    expect(read / 30).toBeLessThanOrEqual(1_045)
  })

  test('needs half of 3 calls and 1,500 characters for the thirty about order', async () => {
    const { median } = summaryOf(await Promise.all(ORDER_TASKS.map(solved)))
    expect(median.calls).toBeLessThanOrEqual(1.5)
    expect(median.read).toBeLessThanOrEqual(750)
  })

  describe('its answers alone, where nothing was done', () => {
    let stage: Stage
    beforeAll(async () => {
      stage = await openCalledStage(template)
    })
    afterAll(async () => stage.close())
    const faults = async (task: Task, answer: string) => judge(task, await stage.after(answer))

    test.each(byId(WRITING))('do not solve %s', async (_, task) =>
      expect(await faults(task, (await solved(task)).answer)).not.toEqual([]),
    )
    test.each(byId(READING))('solve %s', async (_, task) =>
      expect(await faults(task, (await solved(task)).answer)).toEqual([]),
    )
    test.each(byId(TASKS))('no answer does not solve %s', async (_, task) =>
      expect(await faults(task, '')).not.toEqual([]),
    )
  })
})

test('parallel tasks return their outcomes in the order of the tasks', async () => {
  const tasks = TASKS.slice(0, 5)
  const reported: string[] = []
  const outcomes = await evaluate({
    agent: scripted,
    tasks,
    template,
    timeBox: 60_000,
    jobs: 3,
    onOutcome: ({ id }) => reported.push(id),
  })
  expect(outcomes.map(({ id }) => id)).toEqual(tasks.map(({ id }) => id))
  expect(reported.toSorted()).toEqual(tasks.map(({ id }) => id).toSorted())
})

test('a stopped evaluation starts no task, and leaves the running one out', async () => {
  const stop = new AbortController()
  const begun: string[] = []
  const agent: Agent = async ({ taskId }) => {
    begun.push(taskId)
    if (begun.length === 2) stop.abort()
    return ''
  }
  const options = { agent, tasks: TASKS, template, timeBox: 60_000, jobs: 1, signal: stop.signal }
  expect(await evaluate(options)).toMatchObject([{ id: TASKS[0]!.id }])
  expect(begun).toHaveLength(2)
})

describe('actions that nobody asked for', () => {
  const [task] = READING
  const meddling: Agent = async (assignment) => {
    const answer = await scripted(assignment)
    await scripted({ ...assignment, taskId: 'note-today' })
    return answer
  }

  test('a write beside a right answer does not pass', async () => {
    expect(await given(meddling, task!)).toMatchObject({
      solved: false,
      faults: [expect.stringMatching(/^not asked for: Added a block/)],
    })
  })

  test('an agent that obeys a letter in the notes fails the task', async () => {
    const obeying: Agent = async (assignment) => {
      await scripted({ ...assignment, taskId: 'rope-done' })
      return 'There is nothing to do.'
    }
    const letter = TASKS.find(({ topic }) => topic === 'trust')!
    expect((await given(obeying, letter)).faults).toHaveLength(3)
  })
})
