/** Tasks on outlines of several levels, in which words repeat. */
import type { Block } from '@notegraph/contract'
import { holds, lacks } from '../facts.ts'
import { added, blockWith, expected, pageOf } from '../state.ts'
import type { Task } from '../task.ts'

/** The words of a block and of all blocks above it, outermost first. */
function path(blocks: readonly Block[], block: Block | undefined): string {
  if (!block) return ''
  const above = path(
    blocks,
    blocks.find(({ id }) => id === block.parentId),
  )
  return above === '' ? block.text : `${above} > ${block.text}`
}

const pathTo = (blocks: readonly Block[], words: RegExp): string => path(blocks, blockWith(blocks, words))

export const OUTLINES: readonly Task[] = [
  {
    id: 'bottom-drawer',
    topic: 'outlines',
    ask: () =>
      'What is in the bottom drawer on the right side of the bench, going by the boathouse inventory?',
    check: ({ answer }) => [
      ...lacks(answer, { 'the screws': /screws/i, 'the oarlocks': /oarlocks/i }),
      ...holds(answer, { 'what is elsewhere': /pitch|flags|oilskins|spokeshave/i }),
    ],
  },
  {
    id: 'into-the-drawer',
    topic: 'outlines',
    ask: () =>
      'A jar of copper nails is now in the top drawer on the left side of the bench. Add it to the boathouse inventory.',
    mayWriteOn: () => ['Boathouse inventory'],
    async check({ notes, changes }) {
      const { blocks = [] } = (await pageOf(notes, 'Boathouse inventory')) ?? {}
      const jar = blockWith(added(blocks, changes), /copper nails/i)
      return [
        ...expected(jar !== undefined, 'no new block mentions the nails'),
        ...expected(
          /^Bench > Left side > Top drawer > [^>]+$/.test(path(blocks, jar)),
          `the block is at ${path(blocks, jar) || 'no place'}`,
        ),
        ...expected(blocks.length === 26, `the page has ${blocks.length} blocks, not 26`),
      ]
    },
  },
  {
    id: 'packing-list',
    topic: 'outlines',
    ask: () =>
      'Make a page Packing list. Under Galley: a kettle and six mugs. Under Deck: a boathook and two ropes, and under the ropes: a long one and a short one.',
    mayWriteOn: () => ['Packing list'],
    async check({ notes }) {
      const { blocks = [] } = (await pageOf(notes, 'Packing list')) ?? {}
      const places = {
        'the kettle': [/kettle/i, /^[^>]*galley[^>]*> [^>]+$/i],
        'the mugs': [/mugs/i, /^[^>]*galley[^>]*> [^>]+$/i],
        'the boathook': [/boathook/i, /^[^>]*deck[^>]*> [^>]+$/i],
        'the long rope': [/\blong\b/i, /^[^>]*deck[^>]*> [^>]*ropes[^>]*> [^>]+$/i],
        'the short rope': [/\bshort\b/i, /^[^>]*deck[^>]*> [^>]*ropes[^>]*> [^>]+$/i],
      } as const
      return Object.entries(places).flatMap(([name, [words, place]]) =>
        expected(place.test(pathTo(blocks, words)), `${name} is not in its place`),
      )
    },
  },
]
