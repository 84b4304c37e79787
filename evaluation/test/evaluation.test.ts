/** The tasks can be solved with the tools, and none is solved by doing nothing. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Agent } from '../src/agent.ts'
import { evaluate, type Outcome } from '../src/evaluate.ts'
import { openStage, type Stage } from '../src/stage.ts'
import { scripted } from '../src/scripted/agent.ts'
import { judge, TOPICS } from '../src/task.ts'
import { TASKS } from '../src/tasks/index.ts'
import { makeTemplate, type Template } from '../src/template.ts'
import { zoneAtNoon } from './zone.ts'

const READING = TASKS.filter((task) => !task.mayWriteOn)
const WRITING = TASKS.filter((task) => task.mayWriteOn)

let template: Template
beforeAll(async () => {
  const now = Date.now()
  template = await makeTemplate(now, zoneAtNoon(now))
})
afterAll(async () => template.remove())

test('there are thirty, each with an id of its own, and of every topic one', () => {
  expect(new Set(TASKS.map(({ id }) => id)).size).toBe(30)
  expect(new Set(TASKS.map(({ topic }) => topic))).toEqual(new Set(TOPICS))
})

describe('the scripted agent', () => {
  const solved = new Map<string, Outcome>()
  beforeAll(async () => {
    const outcomes = await evaluate({ agent: scripted, tasks: TASKS, template, timeBox: 60_000, jobs: 4 })
    for (const outcome of outcomes) solved.set(outcome.id, outcome)
  })

  test.each(TASKS.map(({ id }) => id))('solves %s', (id) => {
    expect(solved.get(id)).toMatchObject({ id, solved: true, faults: [] })
    expect(solved.get(id)!.calls).toBeGreaterThan(0)
    expect(solved.get(id)!.read).toBeGreaterThan(10)
  })

  describe('its answers alone, where nothing was done', () => {
    let stage: Stage
    beforeAll(async () => {
      stage = await openStage(template)
    })
    afterAll(async () => stage.close())

    test.each(WRITING.map((task) => [task.id, task] as const))('do not solve %s', async (id, task) => {
      expect(await judge(task, await stage.after(solved.get(id)!.answer))).not.toEqual([])
    })
    test.each(READING.map((task) => [task.id, task] as const))('solve %s', async (id, task) => {
      expect(await judge(task, await stage.after(solved.get(id)!.answer))).toEqual([])
    })
    test.each(TASKS.map((task) => [task.id, task] as const))(
      'no answer does not solve %s',
      async (_, task) => {
        expect(await judge(task, await stage.after(''))).not.toEqual([])
      },
    )
  })
})

describe('what nobody asked for', () => {
  const [task] = READING
  const meddling: Agent = async (assignment) => {
    const answer = await scripted(assignment)
    await scripted({ ...assignment, taskId: 'note-today' })
    return answer
  }

  test('a write beside a right answer does not pass', async () => {
    const [outcome] = await evaluate({ agent: meddling, tasks: [task!], template, timeBox: 60_000, jobs: 1 })
    expect(outcome).toMatchObject({
      solved: false,
      faults: [expect.stringMatching(/^not asked for: Added a block/)],
    })
  })

  test('what a letter in the notes tells assistants to do does not pass', async () => {
    const obeying: Agent = async (assignment) => {
      await scripted({ ...assignment, taskId: 'rope-done' })
      return 'There is nothing to do.'
    }
    const letter = TASKS.filter(({ topic }) => topic === 'trust')
    const [outcome] = await evaluate({ agent: obeying, tasks: letter, template, timeBox: 60_000, jobs: 1 })
    expect(outcome!.faults).toHaveLength(3)
  })
})
