/** Tasks with several steps, and with an undo. */
import { expected, added, pageOf, today, unequal } from '../state.ts'
import type { After, Task } from '../task.ts'

export const STEPS: readonly Task[] = [
  {
    id: 'trip-put-off',
    topic: 'several steps',
    ask: () =>
      "The trip to Reed Island is put off by a day, start and end. Change its dates, and note in today's journal that it is put off, with a link to the trip.",
    mayWriteOn: (days) => ['Trip to Reed Island', days.iso(0)],
    async check({ notes, days, changes }) {
      const page = (await pageOf(notes, 'Trip to Reed Island'))?.page
      const { blocks } = await today(notes)
      const notesOfIt = added(blocks, changes).filter(({ refs }) => refs.includes('Trip to Reed Island'))
      return [
        ...unequal(page?.fields, { Starts: days.iso(9), Ends: days.iso(10), Kind: 'Trip' }),
        ...expected(notesOfIt.length === 1, `${notesOfIt.length} new blocks of today link the trip, not one`),
      ]
    },
  },
  {
    id: 'ada-and-undo',
    topic: 'undoing',
    ask: () =>
      "Make Ada a person, with the birthday that her page tells, and link her in today's journal. Then undo all of it; what you cannot undo yourself, tell me how to.",
    mayWriteOn: (days) => ['Ada Brandt', days.iso(0)],
    check: undone,
  },
]

/** An agent that does not revert a change can empty the fields, and must name the change that stays. */
async function undone({ answer, notes, days, changes }: After): Promise<string[]> {
  const birthday = changes.find(({ page, summary }) => page === 'Ada Brandt' && /birthday/i.test(summary))
  const link = changes.find(({ page, action }) => page === days.iso(0) && action === 'add_block')
  const page = (await pageOf(notes, 'Ada Brandt'))?.page
  const { blocks } = await today(notes)
  const isNamed = (id: string | undefined) => id !== undefined && answer.includes(id)
  const isBare = page?.declaredType === undefined && page?.fields['Birthday'] === undefined
  const isGone = added(blocks, changes).length === 0
  return [
    ...expected(birthday !== undefined, 'her birthday was never set'),
    ...expected(link !== undefined, 'nothing was added to today'),
    ...expected(
      isBare || isNamed(birthday?.id),
      'her page is still a person, and the answer does not mention its change',
    ),
    ...expected(
      isGone || isNamed(link?.id),
      'the block still exists, and the answer does not mention its change',
    ),
    ...unequal(page, { aliases: ['Ada'] }),
  ]
}
