/** Tasks whose answer is nested under the block that a search finds, or is about who wrote a block and when. */
import { dayPattern, holds, lacks } from '../facts.ts'
import { blockWith, expected, pageOf } from '../state.ts'
import type { Task } from '../task.ts'

export const NESTED_HITS: readonly Task[] = [
  {
    id: 'why-no-batteries',
    topic: 'nested hits',
    ask: () => 'Why are the batteries that Jonas promised late, going by the note under that task?',
    check: ({ answer }) => [
      ...lacks(answer, { 'the tyre': /flat (?:tyre|tire)|puncture/i }),
      ...holds(answer, { 'another note': /another van|rope|coffee/i }),
    ],
  },
  {
    id: 'boiler-found',
    topic: 'nested hits',
    ask: () => 'Somebody brought a boiler for steam. What was it really?',
    check: ({ answer }) => [
      ...lacks(answer, { 'the machine': /coffee/i }),
      ...holds(answer, { 'another note': /flat tyre|larch/i }),
    ],
  },
  {
    id: 'line-in-english',
    topic: 'nested hits',
    ask: () => 'How does my translation of "Wer den Fluss kennt, grüßt ihn zuerst" go?',
    check: ({ answer }) => [
      ...lacks(answer, { 'the line': /who knows the river greets it first/i }),
      ...holds(answer, { 'the other line': /heron|wait/i }),
    ],
  },
  {
    id: 'caulking-so-far',
    topic: 'nested hits',
    ask: () => 'How far along the hull is the caulking done, going by the note under that task?',
    check: ({ answer }) => [
      ...lacks(answer, { 'the frame': /frame (?:three|3)/i }),
      ...holds(answer, { 'another frame': /frame (?:five|5)/i }),
    ],
  },
  {
    id: 'page-last-changed',
    topic: 'authors and times',
    ask: () => 'On which day was the page Nine Elms changed last? Give the date.',
    check: ({ answer, days }) => [
      ...lacks(answer, { 'the day': dayPattern(days.iso(0)) }),
      ...holds(answer, { 'another day': dayPattern(days.iso(-1)) }),
    ],
  },
  {
    id: 'edited-by-whom',
    topic: 'authors and times',
    ask: () =>
      'On the page The Heron, change the licence number to WH 43. Then tell me under which name my notes list that edit.',
    mayWriteOn: () => ['The Heron'],
    async check({ notes, answer }) {
      const { blocks = [] } = (await pageOf(notes, 'The Heron')) ?? {}
      return [
        ...lacks(answer, { 'the name': /\bagent\b/i }),
        ...expected(blockWith(blocks, /licence number WH 43/i) !== undefined, 'the number is not WH 43'),
      ]
    },
  },
  {
    id: 'words-before',
    topic: 'authors and times',
    ask: () =>
      'On the page slow work, add the block "Waiting for glue", and then make it "Waiting for pitch". Then quote what your block said before.',
    mayWriteOn: () => ['slow work'],
    async check({ notes, answer }) {
      const { blocks = [] } = (await pageOf(notes, 'slow work')) ?? {}
      return [
        ...lacks(answer, { 'the words before': /waiting for glue/i }),
        ...expected(blockWith(blocks, /^waiting for pitch$/i) !== undefined, 'the block has other words'),
        ...expected(blocks.length === 2, `the page has ${blocks.length} blocks, not 2`),
      ]
    },
  },
]
