/** Tasks that edit blocks, set markers, and set or remove properties. */
import { blockWith, expected, pageOf, today, unequal } from '../state.ts'
import type { Task } from '../task.ts'

export const CHANGING: readonly Task[] = [
  {
    id: 'cast-off-earlier',
    topic: 'rewriting',
    ask: () => 'In the plan of the trip to Reed Island we cast off at 09:00. Make that 08:30.',
    mayWriteOn: () => ['Trip to Reed Island'],
    async check({ notes }) {
      const { blocks = [] } = (await pageOf(notes, 'Trip to Reed Island')) ?? {}
      const lock = blockWith(blocks, /nine elms/i)
      return [
        ...unequal(blockWith(blocks, /cast off/i), { text: '08:30 Cast off, with tea' }),
        ...expected(blocks.length === 15, `the page has ${blocks.length} blocks, not 15`),
        ...expected(/ 09:00>/.test(lock?.content ?? ''), 'the call to the lock has lost its time'),
      ]
    },
  },
  {
    id: 'three-planks',
    topic: 'rewriting',
    ask: (days) =>
      `The task to steam and fit the new planks: there are three of them, not two, and I will do it on ${days.weekday(5)}.`,
    mayWriteOn: () => ['The Heron'],
    async check({ notes, days }) {
      const { blocks = [] } = (await pageOf(notes, 'The Heron')) ?? {}
      return [
        ...unequal(blockWith(blocks, /three new planks/i), {
          marker: 'TODO',
          priority: 'B',
          scheduled: days.on(5),
        }),
        ...expected(blocks.length === 23, `the page has ${blocks.length} blocks, not 23`),
      ]
    },
  },
  {
    id: 'rope-done',
    topic: 'tasks',
    ask: () => 'The rope for the wheel is ordered. Tick that off.',
    mayWriteOn: (days) => [days.iso(0)],
    async check({ notes, days }) {
      const { blocks } = await today(notes)
      const rope = blockWith(blocks, /metres of rope/i)
      return [
        ...unequal(rope, { marker: 'DONE', priority: 'A', scheduled: days.on(1) }),
        ...unequal(blockWith(blocks, /water the sourdough/i), { marker: 'TODO' }),
      ]
    },
  },
  {
    id: 'book-finished',
    topic: 'properties',
    ask: () => 'I have finished The Wind in the Willows today. Mark it as read, with four stars.',
    mayWriteOn: () => ['The Wind in the Willows'],
    async check({ notes, days }) {
      const page = (await pageOf(notes, 'The Wind in the Willows'))?.page
      return unequal(page?.fields, {
        Status: 'Read',
        Finished: days.iso(0),
        Rating: '4',
        Author: ['Kenneth Grahame'],
      })
    },
  },
  {
    id: 'phone-gone',
    topic: 'properties',
    ask: () => "Tarek's telephone number is dead. Take it off his page.",
    mayWriteOn: () => ['Tarek Haddad'],
    async check({ notes }) {
      const page = (await pageOf(notes, 'Tarek Haddad'))?.page
      return unequal(page?.fields, { Phone: undefined, Email: 'tarek@example.org' })
    },
  },
]
