/** Tasks that find a place, links between pages, and notes over several days. */
import { dayPattern, lacks, holds } from '../facts.ts'
import type { Task } from '../task.ts'

export const FINDING: readonly Task[] = [
  {
    id: 'japanese-line',
    topic: 'finding',
    ask: () => 'I once noted a line in Japanese about bread in the morning. Quote it to me as it stands.',
    check: ({ answer }) => lacks(answer, { 'the line': /朝のパンと青鷺/ }),
  },
  {
    id: 'ottilies-lines',
    topic: 'finding',
    ask: () =>
      'Quote every line in my notes that has Ottilie Brandt as its source, in the language in which it is written.',
    check: ({ answer }) =>
      lacks(answer, {
        'that of the painted boat': /a boat that is painted is not mended/i,
        'that of the heron': /sondern weil es warten kann/,
        'that of the river': /wer den fluss kennt/i,
      }),
  },
  {
    id: 'links-to-almanac',
    topic: 'references',
    ask: () => 'Which pages and days of my notes link to the Paddle Wheel Almanac?',
    check: ({ answer, days }) => [
      ...lacks(answer, {
        'the workshop notes': /workshop notes/i,
        'the plan': /heron plan/i,
        yesterday: new RegExp(`yesterday|${days.weekday(-1)}|${dayPattern(days.iso(-1)).source}`, 'i'),
      }),
      ...holds(answer, { 'a page that does not': /rye bread|trip to reed island/i }),
    ],
  },
  {
    id: 'river-this-week',
    topic: 'journal',
    ask: () => 'What have I written about the river in the journal in the last seven days?',
    check: ({ answer }) =>
      lacks(answer, {
        'the gauge': /1[.,]42/,
        'how far it fell': /by a hand|a hand's breadth/i,
        'the heron on the bow': /heron/i,
      }),
  },
]
