/** Tasks on a page of some three hundred blocks. */
import { holds, lacks } from '../facts.ts'
import type { Task } from '../task.ts'

export const LONG_PAGES: readonly Task[] = [
  {
    id: 'logbook-september',
    topic: 'long pages',
    ask: () => 'What was repaired on the ferry in September, going by the logbook of 1958?',
    check: ({ answer }) => [
      ...lacks(answer, { 'the rudder': /rudder/i, 'the gland': /gland|washer/i }),
      ...holds(answer, { 'a repair of another month': /lantern|awning/i }),
    ],
  },
  {
    id: 'logbook-last-entry',
    topic: 'long pages',
    ask: () => 'Tell me the last entry of the logbook of 1958.',
    check: ({ answer }) => [
      ...lacks(answer, { 'the last crossing': /last crossing/i, 'how many there were': /\b803\b/ }),
      ...holds(answer, { 'the entry before it': /two hens/i }),
    ],
  },
  {
    id: 'logbook-busiest-month',
    topic: 'long pages',
    ask: () => 'Which month has the most entries in the logbook of 1958, and how many are they?',
    check: ({ answer }) => lacks(answer, { 'the month': /\bjuly\b/i, 'the number': /\b62\b|sixty-two/i }),
  },
]
