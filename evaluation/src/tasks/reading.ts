/** Tasks that read a page or a day. */
import { lacks } from '../facts.ts'
import type { Task } from '../task.ts'

export const READING: readonly Task[] = [
  {
    id: 'plan-for-a-day',
    topic: 'journal',
    ask: (days) => `What did I plan for ${days.weekday(4)}?`,
    check: ({ answer }) =>
      lacks(answer, {
        'the seed rolls': /seed rolls/i,
        'the reading circle': /reading circle|in the willows/i,
      }),
  },
  {
    id: 'rye-meal',
    topic: 'reading',
    ask: () => 'How much rye meal does my bread take in all?',
    check: ({ answer }) => lacks(answer, { 'the sum of both days': /\b700 ?g|\b0[.,]7 ?k/i }),
  },
  {
    id: 'batteries',
    topic: 'reading',
    ask: () => 'What is the latest about the batteries for the boat?',
    check: ({ answer }) =>
      lacks(answer, {
        'the other van, which is newer than the flat tyre': /(?:another|other|different|wrong) van/i,
      }),
  },
]
