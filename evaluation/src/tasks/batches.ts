/** Tasks that write to several blocks or pages at once, or change lists of names. */
import { blockWith, expected, pageOf, today, unequal } from '../state.ts'
import type { After, Task } from '../task.ts'

const blocksOn = async ({ notes }: Pick<After, 'notes'>, name: string) =>
  (await pageOf(notes, name))?.blocks ?? []

export const BATCHES: readonly Task[] = [
  {
    id: 'two-canceled',
    topic: 'batches',
    ask: () =>
      'We will neither write a song for the landing nor paint the Heron grey-blue. Cancel both tasks.',
    mayWriteOn: () => ['Trip to Reed Island', 'The Heron'],
    async check(after) {
      return [
        ...unequal(blockWith(await blocksOn(after, 'Trip to Reed Island'), /write a song/i), {
          marker: 'CANCELED',
        }),
        ...unequal(blockWith(await blocksOn(after, 'The Heron'), /grey-blue/i), { marker: 'CANCELED' }),
      ]
    },
  },
  {
    id: 'trip-tasks-later',
    topic: 'batches',
    ask: () =>
      'The open tasks with a date on the page Trip to Reed Island: move all their dates a week later.',
    mayWriteOn: () => ['Trip to Reed Island'],
    async check(after) {
      const blocks = await blocksOn(after, 'Trip to Reed Island')
      const { days } = after
      return [
        ...unequal(blockWith(blocks, /nine elms/i), { scheduled: days.on(9) }),
        ...expected(/ 09:00>/.test(blockWith(blocks, /nine elms/i)?.content ?? ''), 'the hour is gone'),
        ...unequal(blockWith(blocks, /life jackets/i), { scheduled: days.on(8), deadline: days.on(14) }),
      ]
    },
  },
  {
    id: 'no-more-c',
    topic: 'batches',
    ask: () => 'Give every open task that has priority C the priority B.',
    mayWriteOn: () => ['Haruko Sato', 'Paddle Wheel Almanac', 'Trip to Reed Island'],
    async check(after) {
      const places: [page: string, words: RegExp][] = [
        ['Haruko Sato', /write her name/i],
        ['Paddle Wheel Almanac', /thank them/i],
        ['Trip to Reed Island', /write a song/i],
      ]
      const faults: string[] = []
      for (const [page, words] of places)
        faults.push(...unequal(blockWith(await blocksOn(after, page), words), { priority: 'B' }))
      return faults
    },
  },
  {
    id: 'launch-day',
    topic: 'batches',
    ask: () =>
      'Make a page Launch day with the two tasks "Invite the town" and "Borrow a trumpet", and write "The day is on [[Launch day]]" into today\'s journal.',
    mayWriteOn: (days) => ['Launch day', days.iso(0)],
    async check(after) {
      const blocks = await blocksOn(after, 'Launch day')
      const journal = await today(after.notes)
      return [
        ...unequal(blockWith(blocks, /invite the town/i), { marker: 'TODO' }),
        ...unequal(blockWith(blocks, /borrow a trumpet/i), { marker: 'TODO' }),
        ...expected(
          blockWith(journal.blocks, /the day is on/i) !== undefined,
          'the journal has no such block',
        ),
      ]
    },
  },
  {
    id: 'three-countries',
    topic: 'batches',
    ask: () =>
      'Mira, Jonas and Tarek all live in the United Kingdom. Note that as the country on their pages.',
    mayWriteOn: () => ['Mira Lindqvist', 'Jonas Adeyemi', 'Tarek Haddad'],
    async check({ notes }) {
      const faults: string[] = []
      for (const name of ['Mira Lindqvist', 'Jonas Adeyemi', 'Tarek Haddad'])
        faults.push(...unequal((await pageOf(notes, name))?.page.props, { country: 'United Kingdom' }))
      return faults
    },
  },
  {
    id: 'batch-undone',
    topic: 'batches',
    ask: () =>
      'Set the tasks to order the rope and to water the sourdough to done, then undo both again, so that all is as it was.',
    mayWriteOn: (days) => [days.iso(0)],
    async check({ notes, changes }) {
      const { blocks } = await today(notes)
      return [
        ...expected(changes.length > 0, 'nothing was ever changed'),
        ...expected(
          changes.every(({ state }) => state === 'reverted'),
          'not all was undone',
        ),
        ...unequal(blockWith(blocks, /metres of rope/i), { marker: 'TODO' }),
        ...unequal(blockWith(blocks, /water the sourdough/i), { marker: 'TODO' }),
      ]
    },
  },
  {
    id: 'mira-knows-tarek',
    topic: 'lists of names',
    ask: () => 'Mira knows Tarek too by now. Add him to the people that she knows.',
    mayWriteOn: () => ['Mira Lindqvist'],
    async check({ notes }) {
      const knows = (await pageOf(notes, 'Mira Lindqvist'))?.page.props['knows'] ?? ''
      return ['Jonas', 'Haruko', 'Tarek'].flatMap((name) =>
        expected(knows.includes(name), `${name} is not there`),
      )
    },
  },
  {
    id: 'not-slow',
    topic: 'lists of names',
    ask: () => 'Take the tag slow work off the page The Heron. Its other tags stay.',
    mayWriteOn: () => ['The Heron'],
    async check({ notes }) {
      return unequal((await pageOf(notes, 'The Heron'))?.page, { tags: ['river'] })
    },
  },
]
