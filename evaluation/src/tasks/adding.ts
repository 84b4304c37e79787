/** Tasks that add blocks and pages. */
import { added, blockWith, expected, pageOf, today, unequal } from '../state.ts'
import type { Task } from '../task.ts'

export const ADDING: readonly Task[] = [
  {
    id: 'note-today',
    topic: 'adding',
    ask: () => "Put into today's journal that the gauge at the bridge stands at 1.30 m now.",
    mayWriteOn: (days) => [days.iso(0)],
    async check({ notes, changes }) {
      const { blocks } = await today(notes)
      const block = blockWith(added(blocks, changes), /1\.30 ?m/)
      return [
        ...expected(
          block !== undefined && /gauge/i.test(block.text),
          'no new block of today tells the gauge',
        ),
        ...expected(blockWith(blocks, /1\.42 m and falling/) !== undefined, 'the earlier block is gone'),
        ...expected(changes.length <= 1, 'the agent made more than one change'),
      ]
    },
  },
  {
    id: 'remind',
    topic: 'adding',
    ask: (days) => `Remind me to ring the boatyard on ${days.weekday(2)}.`,
    mayWriteOn: (days) => [days.iso(0), days.iso(2)],
    async check({ notes, days }) {
      const { tasks } = await notes.listTasks({ status: 'open', limit: 1000 })
      const task = blockWith(tasks, /boatyard/i)
      const day = task?.deadline ?? task?.scheduled
      const isThen =
        day === days.on(2) || task?.page === days.iso(2) || task?.refs.includes(days.iso(2)) === true
      return [
        ...expected(task !== undefined, 'there is no open task about the boatyard'),
        ...expected(isThen, `its day is not ${days.iso(2)}`),
      ]
    },
  },
  {
    id: 'note-below-a-task',
    topic: 'adding',
    ask: () => "Below the task of caulking the Heron's seams, note that frame four is done too.",
    mayWriteOn: () => ['The Heron'],
    async check({ notes, changes }) {
      const { blocks = [] } = (await pageOf(notes, 'The Heron')) ?? {}
      const task = blockWith(blocks, /caulk the seams/i)
      const note = blockWith(added(blocks, changes), /frame (?:four|4)/i)
      return [
        ...expected(note !== undefined, 'no new block mentions frame four'),
        ...expected(note?.parentId === task?.id, 'the block is not right below the task'),
        ...expected(changes.length <= 1, 'the agent made more than one change'),
      ]
    },
  },
  {
    id: 'new-book',
    topic: 'adding',
    ask: () =>
      'I want to read Three Men in a Boat by Jerome K. Jerome, which came out in 1889. Make it a book in my notes, still to be read.',
    mayWriteOn: () => ['Three Men in a Boat', 'Jerome K. Jerome'],
    async check({ notes }) {
      const page = (await pageOf(notes, 'Three Men in a Boat'))?.page
      return [
        ...unequal(page, { declaredType: 'book' }),
        ...unequal(page?.fields, { Author: ['Jerome K. Jerome'], Published: '1889', Status: 'To read' }),
      ]
    },
  },
]
