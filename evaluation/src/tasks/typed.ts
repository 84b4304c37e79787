/** Tasks that read the fields of typed pages. */
import { dayPattern, digitsPattern, holds, lacks } from '../facts.ts'
import type { Task } from '../task.ts'

export const TYPED: readonly Task[] = [
  {
    id: 'five-stars',
    topic: 'types',
    ask: () => 'What have I given five stars?',
    check: ({ answer }) => [
      ...lacks(answer, {
        'the film': /the boat/i,
        'the song': /heron at dusk/i,
        'the book': /wind in the willows/i,
      }),
      ...holds(answer, { 'what has four': /lock-keepers|almanac/i }),
    ],
  },
  {
    id: 'translator',
    topic: 'types',
    ask: () => 'Which of my friends translates for a living, and when is her birthday?',
    check: ({ answer }) => lacks(answer, { who: /haruko/i, 'the day': dayPattern('1991-03-21') }),
  },
  {
    id: 'bakery',
    topic: 'types',
    ask: () => 'Who founded the bakery, and what is its telephone number?',
    check: ({ answer }) => lacks(answer, { who: /mira/i, 'the number': digitsPattern('1632960120') }),
  },
]
