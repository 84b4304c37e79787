/** Tasks about what leads to a page, and what mentions it without a link. */
import { holds, lacks } from '../facts.ts'
import type { Task } from '../task.ts'

export const LINKS: readonly Task[] = [
  {
    id: 'leads-to-reed-island',
    topic: 'links',
    ask: () =>
      'Which pages link to Reed Island itself, and which of them does so in a field rather than in its text?',
    check: ({ answer }) => [
      ...lacks(answer, {
        'the boat': /the heron/i,
        'the workshop notes': /workshop/i,
        'the page that says it in Japanese': /haruko/i,
        'the trip': /trip to reed island/i,
        'the field': /field|location/i,
      }),
      ...holds(answer, { 'a page that does not': /rye bread|heron plan|start here/i }),
    ],
  },
  {
    id: 'nine-elms-unlinked',
    topic: 'links',
    ask: () => 'Where do my notes mention Nine Elms without a link to its page? Name only those pages.',
    check: ({ answer }) => [
      ...lacks(answer, { 'the trip': /trip to reed island/i, 'the logbook': /logbook/i }),
      ...holds(answer, { 'a page that links it': /inventory/i }),
    ],
  },
]
