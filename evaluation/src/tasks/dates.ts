/** Tasks that clear and move the dates of to-dos, and repeat them. */
import type { NotesClient } from '@notegraph/client'
import type { Block } from '@notegraph/contract'
import { blockWith, expected, pageOf, unequal } from '../state.ts'
import type { Task } from '../task.ts'

async function taskOn(notes: NotesClient, page: string, words: RegExp): Promise<Block | undefined> {
  return blockWith((await pageOf(notes, page))?.blocks ?? [], words)
}

export const DATES: readonly Task[] = [
  {
    id: 'planks-some-day',
    topic: 'dates',
    ask: () => 'The new planks can wait: take the day off the task to steam and fit them. It stays a task.',
    mayWriteOn: () => ['The Heron'],
    check: async ({ notes }) =>
      unequal(await taskOn(notes, 'The Heron', /steam and fit the two new planks$/i), {
        marker: 'TODO',
        priority: 'B',
        scheduled: undefined,
        deadline: undefined,
      }),
  },
  {
    id: 'life-jackets-deadline',
    topic: 'dates',
    ask: (days) =>
      `The rowing club wants its answer about the life jackets by ${days.weekday(4)}. Move the deadline of that task; the day on which I plan to do it stays.`,
    mayWriteOn: () => ['Trip to Reed Island'],
    check: async ({ notes, days }) =>
      unequal(await taskOn(notes, 'Trip to Reed Island', /life jackets/i), {
        marker: 'TODO',
        priority: 'B',
        scheduled: days.on(1),
        deadline: days.on(4),
      }),
  },
  {
    id: 'lock-later',
    topic: 'dates',
    ask: (days) => `I will ring the lock at Nine Elms on ${days.weekday(3)} instead, at the same time.`,
    mayWriteOn: () => ['Trip to Reed Island'],
    async check({ notes, days }) {
      const task = await taskOn(notes, 'Trip to Reed Island', /ring the lock/i)
      return [
        ...unequal(task, { marker: 'TODO', priority: 'A', scheduled: days.on(3) }),
        ...expected(/SCHEDULED: <[^>]* 09:00>/.test(task?.content ?? ''), 'the task has lost its time'),
      ]
    },
  },
  {
    id: 'lantern-again',
    topic: 'repeaters',
    ask: () =>
      'The lantern and the good chairs are at the reading circle for this time. Tick that off, so that it comes again as usual.',
    mayWriteOn: () => ['Lantern Reading Circle'],
    async check({ notes, days }) {
      const task = await taskOn(notes, 'Lantern Reading Circle', /good chairs/i)
      return [
        ...unequal(task, { marker: 'TODO', deadline: days.on(14) }),
        ...expected(/ 19:30 \.\+2w>/.test(task?.content ?? ''), 'the task has lost its time or its repeater'),
      ]
    },
  },
  {
    id: 'circle-a-day-later',
    topic: 'repeaters',
    ask: (days) =>
      `The reading circle meets on ${days.weekday(5)} this time. Move the deadline of the lantern and the chairs to that day; the hour and every two weeks stay.`,
    mayWriteOn: () => ['Lantern Reading Circle'],
    async check({ notes, days }) {
      const task = await taskOn(notes, 'Lantern Reading Circle', /good chairs/i)
      return [
        ...unequal(task, { marker: 'TODO', deadline: days.on(5) }),
        ...expected(/ 19:30 \.\+2w>/.test(task?.content ?? ''), 'the task has lost its time or its repeater'),
      ]
    },
  },
]
