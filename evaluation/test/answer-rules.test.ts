/** Answers that are no answers: from an agent that never looked, and from one that recites the notes. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerFaults, MOST_CHARACTERS, recitableLines } from '../src/answer-rules.ts'
import { plain } from '../src/facts.ts'
import { openTools, pagesOf } from '../src/scripted/tools.ts'
import { openStage } from '../src/stage.ts'
import { judge } from '../src/task.ts'
import { TASKS } from '../src/tasks/index.ts'
import { makeTemplate, type Template } from '../src/template.ts'
import { answerIn, RIGHT } from './right-answers.ts'
import { zoneAtNoon } from './zone.ts'

let template: Template
beforeAll(async () => {
  const now = Date.now()
  template = await makeTemplate(now, zoneAtNoon(now))
})
afterAll(async () => template.remove())

test('a liar who calls no tool solves nothing, even with the right words', async () => {
  const stage = await openStage(template)
  const right = new Map(RIGHT)
  const faults = await Promise.all(
    TASKS.map(async (task) => {
      const answer = answerIn(right.get(task.id) ?? 'Done.', template.days)
      return [task.id, await judge(task, await stage.after(answer))] as const
    }),
  )
  await stage.close()
  expect(faults.filter(([, found]) => found[0] !== 'no tool was called')).toEqual([])
  // Nothing else is wrong with the right words.
  expect(faults.filter(([id, found]) => right.has(id) && found.length > 1)).toEqual([])
})

/** The person's lines of an answer. Lines without a bullet or an indentation, and all behind an id, are the service's. */
const ownLines = (page: string): string =>
  page
    .split('\n')
    .filter((line) => /^(?:\s|- |# )/.test(line))
    .map((line) => line.replace(/ \^[0-9a-f]{8}.*$/, ''))
    .join('\n')

test('a reciter solves nothing, with all of the notes or with any 2,000 characters of them', async () => {
  const stage = await openStage(template)
  const tools = await openTools(stage.url, stage.token)
  const names = pagesOf(await tools.call('list_pages', { limit: 1000 }))
  const pages = await Promise.all(names.map(async (name) => tools.call('read_page', { name, limit: 1000 })))
  await tools.close()
  const all = pages.map(ownLines).join('\n')
  const parts: string[] = []
  for (let start = 0; start + MOST_CHARACTERS <= all.length; start += 500)
    parts.push(all.slice(start, start + MOST_CHARACTERS))
  expect(parts.length).toBeGreaterThan(10)
  const after = await stage.after('')
  const solved: string[] = []
  for (const task of TASKS)
    for (const answer of task.mayWriteOn ? [all] : [all, ...parts]) {
      const faults = await judge(task, { ...after, answer: plain(answer) })
      if (faults.length === 0) solved.push(task.id)
    }
  await stage.close()
  expect(solved).toEqual([])
})

describe('an answer', () => {
  const lines = Array.from({ length: 21 }, (_, i) => `The note with number ${i + 100} here.`)
  const faults = (answer: string, calls = 1) => answerFaults({ answer, calls, lines })

  test.each([
    ['of one line', 'Friday.', []],
    ['of as many characters as it may have', 'x'.repeat(2_000), []],
    ['of one more', 'x'.repeat(2_001), ['the answer has 2001 characters, more than 2000']],
    ['with as much of the notes as it may recite', lines.slice(1).join(' '), []],
    [
      'with one line more',
      lines.join(' '),
      ['the answer recites 630 characters of the notes, more than 600'],
    ],
  ])('%s', (_, answer, expected) => expect(faults(answer)).toEqual(expected))

  test('without a call', () => expect(faults('Friday.', 0)).toEqual(['no tool was called']))
})

test('lines are compared without bullets, marks and keys, and short ones do not count', () => {
  expect(
    recitableLines(
      '\t- ## **The** name of [[The Heron]] on her bow\n- short\nabout:: words of a field of enough length',
    ),
  ).toEqual(['The name of The Heron on her bow', 'words of a field of enough length'])
})
