/** Tasks that move, rename, merge and delete, which the token of the agent may. */
import type { Block } from '@notegraph/contract'
import { blockWith, expected, pageOf, today } from '../state.ts'
import type { After, Task } from '../task.ts'

const blocksOn = async ({ notes }: Pick<After, 'notes'>, name: string) =>
  (await pageOf(notes, name))?.blocks ?? []

/** The words of the block above, if any. */
const above = (blocks: readonly Block[], block: Block | undefined): string =>
  blocks.find(({ id }) => id === block?.parentId)?.text ?? ''

const wasUndone = ({ changes }: After): string[] => [
  ...expected(changes.length > 0, 'nothing was ever changed'),
  ...expected(
    changes.every(({ state }) => state === 'reverted'),
    'it was not undone as such',
  ),
]

export const ORDERING: readonly Task[] = [
  {
    id: 'zither-to-today',
    topic: 'moves',
    organizes: true,
    ask: () => "Move the task about the zither from Tarek's page to today's journal.",
    mayWriteOn: (days) => ['Tarek Haddad', days.iso(0)],
    async check(after) {
      const journal = await today(after.notes)
      return [
        ...expected(
          blockWith(journal.blocks, /the zither that he/i)?.marker === 'WAITING',
          'it is not there',
        ),
        ...expected(
          blockWith(await blocksOn(after, 'Tarek Haddad'), /zither/i) === undefined,
          'it is still there',
        ),
      ]
    },
  },
  {
    id: 'tea-last',
    topic: 'moves',
    organizes: true,
    ask: () =>
      'In the plan of the trip to Reed Island, put the line about casting off at the end of the plan.',
    mayWriteOn: () => ['Trip to Reed Island'],
    async check(after) {
      const blocks = await blocksOn(after, 'Trip to Reed Island')
      return [
        ...expected(/cast off/i.test(blocks.at(-1)?.text ?? ''), 'it is not the last line'),
        ...expected(/plan/i.test(above(blocks, blocks.at(-1))), 'it is not in the plan'),
        ...expected(blocks.length === 15, `the page has ${blocks.length} blocks, not 15`),
      ]
    },
  },
  {
    id: 'lantern-into-the-drawer',
    topic: 'moves',
    organizes: true,
    ask: () =>
      'In the boathouse inventory, the lantern by the door now hangs under the signal flags. Move its block under theirs.',
    mayWriteOn: () => ['Boathouse inventory'],
    async check(after) {
      const blocks = await blocksOn(after, 'Boathouse inventory')
      return expected(/signal flags/i.test(above(blocks, blockWith(blocks, /^lantern$/i))), 'it is not there')
    },
  },
  {
    id: 'lists-of-the-trip',
    topic: 'moves',
    organizes: true,
    ask: () =>
      'Make a page Trip list, and move the two open tasks about the lock and the life jackets from the trip to Reed Island there.',
    mayWriteOn: () => ['Trip list', 'Trip to Reed Island'],
    async check(after) {
      const [list, trip] = [await blocksOn(after, 'Trip list'), await blocksOn(after, 'Trip to Reed Island')]
      return [/nine elms/i, /life jackets/i].flatMap((words) => [
        ...expected(blockWith(list, words) !== undefined, `${words} is not on the list`),
        ...expected(blockWith(trip, words) === undefined, `${words} is still on the trip`),
      ])
    },
  },
  {
    id: 'album-renamed',
    topic: 'renames',
    organizes: true,
    ask: () =>
      'The album Songs for a Low River is called Low Water Songs now. Rename its page, with all that links it.',
    mayWriteOn: () => ['Songs for a Low River', 'Low Water Songs'],
    async check(after) {
      const trip = await blocksOn(after, 'Trip to Reed Island')
      return [
        ...expected((await pageOf(after.notes, 'Low Water Songs')) !== undefined, 'no page has the name'),
        ...expected(blockWith(trip, /low water songs/i) !== undefined, 'the trip does not link it'),
      ]
    },
  },
  {
    id: 'town-with-two-names',
    topic: 'renames',
    organizes: true,
    ask: () =>
      'Call the page Wendhaven "Wendhaven on Wend". The old name should keep leading to it, and no other page should change.',
    mayWriteOn: () => ['Wendhaven', 'Wendhaven on Wend'],
    async check({ notes }) {
      const found = await pageOf(notes, 'Wendhaven')
      return [
        ...expected(found?.page.name === 'Wendhaven on Wend', `the page is called ${found?.page.name}`),
        ...expected(found?.page.aliases.includes('Wendhaven') === true, 'the old name leads nowhere'),
      ]
    },
  },
  {
    id: 'lock-in-town',
    topic: 'renames',
    organizes: true,
    ask: () =>
      'Make the page Nine Elms part of the page Wendhaven: its blocks go there, and its name leads there.',
    mayWriteOn: () => ['Nine Elms', 'Wendhaven'],
    async check({ notes }) {
      const found = await pageOf(notes, 'Nine Elms')
      return [
        ...expected(found?.page.name === 'Wendhaven', 'the name does not lead there'),
        ...expected(
          blockWith(found?.blocks ?? [], /the gates open at eight/i) !== undefined,
          'its block is not there',
        ),
      ]
    },
  },
  {
    id: 'mayor-gone-and-back',
    topic: 'deletes',
    organizes: true,
    ask: () =>
      'Delete the canceled task to invite the mayor, then undo that, so that it stands where it was.',
    mayWriteOn: () => ['Trip to Reed Island'],
    async check(after) {
      const blocks = await blocksOn(after, 'Trip to Reed Island')
      return [
        ...wasUndone(after),
        ...expected(
          /before we go/i.test(above(blocks, blockWith(blocks, /mayor/i))),
          'it is not where it was',
        ),
      ]
    },
  },
  {
    id: 'gauge-page-gone',
    topic: 'deletes',
    organizes: true,
    ask: () => 'Delete the page Bridge gauge.',
    mayWriteOn: () => ['Bridge gauge'],
    async check({ notes }) {
      return expected((await pageOf(notes, 'Bridge gauge')) === undefined, 'the page is still there')
    },
  },
]
