/** Tasks that end in an undo of the agent's own changes. */
import { blockWith, expected, pageOf } from '../state.ts'
import type { Task } from '../task.ts'

export const OWN_CHANGES: readonly Task[] = [
  {
    id: 'licence-undone',
    topic: 'undoing',
    ask: () =>
      'Change the licence number of the Heron to WH 43. Then undo that change, so that all is as it was.',
    mayWriteOn: () => ['The Heron'],
    async check({ notes, changes }) {
      const { blocks = [] } = (await pageOf(notes, 'The Heron')) ?? {}
      const licence = blockWith(blocks, /licence number/i)
      return [
        ...expected(changes.length > 0, 'the number was never changed'),
        ...expected(
          changes.every(({ state }) => state === 'reverted'),
          'the change was not undone as such',
        ),
        ...expected(
          licence?.text === 'Licence number WH 34, in the tin box with the flag',
          `the block says ${licence?.text}`,
        ),
      ]
    },
  },
  {
    id: 'second-line-back',
    topic: 'undoing',
    ask: () =>
      'Add two blocks to the page slow work: "Waiting for glue", then "Reading a contract". Then undo the second, and only that.',
    mayWriteOn: () => ['slow work'],
    async check({ notes, changes }) {
      const { blocks = [] } = (await pageOf(notes, 'slow work')) ?? {}
      return [
        ...expected(blockWith(blocks, /waiting for glue/i) !== undefined, 'the first block is not there'),
        ...expected(blockWith(blocks, /reading a contract/i) === undefined, 'the second is still there'),
        ...expected(
          changes.filter(({ state }) => state === 'reverted').length === 1,
          'not exactly one change was undone',
        ),
        ...expected(blocks.length === 2, `the page has ${blocks.length} blocks, not 2`),
      ]
    },
  },
]
