/** Tasks about one property of many pages. */
import { dayPattern, holds, lacks } from '../facts.ts'
import type { Task } from '../task.ts'

export const VALUES: readonly Task[] = [
  {
    id: 'addresses-of-people',
    topic: 'values',
    ask: () => 'Which e-mail addresses do I have of people? Leave out those of shops and clubs.',
    check: ({ answer }) => [
      ...lacks(answer, { Mira: /mira@/i, Jonas: /jonas@/i, Haruko: /haruko@/i, Tarek: /tarek@/i }),
      ...holds(answer, { 'the bakery': /loaf@/i }),
    ],
  },
  {
    id: 'youngest',
    topic: 'values',
    ask: () => 'Who of the people in my notes is the youngest, and when was that person born?',
    check: ({ answer }) => [
      ...lacks(answer, { Haruko: /haruko/i, 'her birthday': dayPattern('1991-03-21') }),
      ...holds(answer, { 'somebody older': /mira|tarek|jonas|ottilie|grahame/i }),
    ],
  },
  {
    id: 'born-before-1950',
    topic: 'values',
    ask: () => 'Whose birthday on their page is before 1950? Names are enough.',
    check: ({ answer }) => [
      ...lacks(answer, { 'Ottilie Brandt': /ottilie/i, 'Kenneth Grahame': /grahame/i }),
      ...holds(answer, { 'somebody younger': /mira|tarek|jonas|haruko/i }),
    ],
  },
  {
    id: 'four-stars',
    topic: 'values',
    ask: () => 'What have I rated with exactly four stars?',
    check: ({ answer }) => [
      ...lacks(answer, { 'the almanac': /almanac/i, 'the album': /low river/i, 'the show': /lock-keepers/i }),
      ...holds(answer, { 'something with five': /willows|heron at dusk|the boat\b/i }),
    ],
  },
  {
    id: 'founded-when',
    topic: 'values',
    ask: () => 'When were the organizations in my notes founded? Give each with its year.',
    check: ({ answer }) => [
      ...lacks(answer, {
        'the bakery, 2014': /harbour loaf[^]*2014|2014[^]*harbour loaf/i,
        'the circle, 2017': /circle[^]*2017|2017[^]*circle/i,
      }),
      ...holds(answer, { 'the band': /slack water|2019/i }),
    ],
  },
  {
    id: 'fourth-step',
    topic: 'values',
    ask: () => 'The steps of my rye bread are numbered. What does the fourth one say?',
    check: ({ answer }) => [
      ...lacks(answer, { 'the minutes': /\b70\b/ }),
      ...holds(answer, { 'another step': /two tins|mud|next morning|go to bed/i }),
    ],
  },
]
