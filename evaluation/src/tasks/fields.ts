/** Tasks that find pages by their fields, and pages with a type or keys of the person's own. */
import { dayPattern, digitsPattern, holds, lacks } from '../facts.ts'
import { expected, pageOf, unequal } from '../state.ts'
import type { Task } from '../task.ts'

export const FIELDS: readonly Task[] = [
  {
    id: 'who-called',
    topic: 'fields',
    ask: () => 'Somebody called me from 01632 960147. Who was that?',
    check: ({ answer }) => [
      ...lacks(answer, { who: /jonas/i }),
      ...holds(answer, { 'somebody else': /mira|tarek|harbour loaf/i }),
    ],
  },
  {
    id: 'who-knows-jonas',
    topic: 'fields',
    ask: () => 'On whose page does it say that they know Jonas? Name only those.',
    check: ({ answer }) => [
      ...lacks(answer, { Mira: /mira/i, Tarek: /tarek/i }),
      ...holds(answer, { 'somebody else': /haruko|ottilie|ada\b/i }),
    ],
  },
  {
    id: 'who-died',
    topic: 'fields',
    ask: () => 'Which people in my notes have a day or month of death, and which is it?',
    check: ({ answer }) => [
      ...lacks(answer, {
        'Ottilie Brandt': /ottilie/i,
        'her month': /2009-10|october (?:of )?2009|oct\.? 2009|10[./]2009/i,
        'Kenneth Grahame': /grahame/i,
        'his day': dayPattern('1932-07-06'),
      }),
      ...holds(answer, { 'somebody who lives': /haruko|jonas|mira|tarek/i }),
    ],
  },
  {
    id: 'gauge-type',
    topic: 'odd types',
    ask: () => 'What type have I given the page of the bridge gauge, and who made the gauge?',
    check: ({ answer }) => [
      ...lacks(answer, { 'the type': /\binstrument\b/i, 'the maker': /ottway/i }),
      ...holds(answer, { 'a number that is not there': digitsPattern('1932') }),
    ],
  },
  {
    id: 'gauge-checked',
    topic: 'odd types',
    ask: () => 'I checked the bridge gauge today. Bring its page up to date.',
    mayWriteOn: () => ['Bridge gauge'],
    async check({ notes, days }) {
      const found = await pageOf(notes, 'Bridge gauge')
      return [
        ...unequal(found?.page.props, {
          type: 'instrument',
          maker: 'Ottway of Ealing',
          installed: '1931',
        }),
        ...expected(
          found?.page.props['checked']?.includes(days.iso(0)) === true,
          `checked is ${found?.page.props['checked']}`,
        ),
        ...expected(found?.total === 2, 'the blocks have changed'),
      ]
    },
  },
]
