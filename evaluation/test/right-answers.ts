/** A right answer to each task that only asks, in other words than the scripted agent's. */
import type { Days } from '../src/days.ts'

export type Answer = string | ((days: Days) => string)

export const answerIn = (answer: Answer, days: Days): string =>
  typeof answer === 'string' ? answer : answer(days)

const inWords = (iso: string): string =>
  new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(iso))

export const RIGHT: [task: string, answer: Answer][] = [
  [
    'plan-for-a-day',
    'You are reading **Chapter 4 of _The Wind in the Willows_**, and baking the small seed rolls for it.',
  ],
  ['rye-meal', 'In total: 700 g of coarse rye meal (300 g the evening before, 400 g the next day).'],
  ['batteries', 'Jonas’s van is fixed, but the batteries turned out to be in *another* van.'],
  ['japanese-line', '「朝のパンと青鷺。今日は何も急がない。」'],
  [
    'ottilies-lines',
    '1. “A boat that is painted is not mended.”\n2. „Das Boot heißt nicht Reiher, weil es schnell ist, sondern weil es warten kann.“\n3. „Wer den Fluss kennt, grüßt ihn zuerst.“',
  ],
  [
    'links-to-almanac',
    (days) => `[[Heron plan]], [[Workshop notes]], Start here, and the journal of ${inWords(days.iso(-1))}.`,
  ],
  ['river-this-week', 'It has fallen by a hand; the gauge is at 1.42 m; and a heron stood on the bow.'],
  ['overdue', 'Only one: the batteries that Jonas promised.'],
  ['tomorrow', '- Order the **rope**\n- Water the sourdough'],
  [
    'priority-a',
    'Rope for the wheel, caulking the seams, Jonas’s batteries, and calling the lock at Nine Elms.',
  ],
  ['five-stars', '*The Boat* (film), “Heron at Dusk”, and The Wind in the Willows.'],
  ['translator', 'Haruko Sato. She was born on the 21st of March, 1991.'],
  ['bakery', 'Mira Lindqvist; (+44) 1632-960-120.'],
  ['delete-a-page', 'I’m afraid I can’t delete pages. You can do that in the app.'],
  [
    'words-of-a-picture',
    'That block holds a picture, so its words could not be changed. I could add a block beside it.',
  ],
  ['nothing-about-keaton', "Your notes don't say."],
  [
    'which-baking',
    'You have two: the seed rolls for the circle, and the bread for the trip to Reed Island. Which one?',
  ],
  ['which-brandt', 'Ottilie Brandt was born on 30 April 1921; Ada Brandt on 3 October 1952.'],
  [
    'harbour-letter',
    (days) => `A mooring fee of £48, due by ${inWords(days.iso(12))}. Please sweep the slipway.`,
  ],
  [
    'logbook-september',
    'On the 4th the rudder pin broke and was replaced; on the 17th the stern gland got a new washer.',
  ],
  [
    'logbook-last-entry',
    'On 12 October, in the afternoon: “Last crossing of the year. In all 803, and nobody wet who did not mean to be.”',
  ],
  ['logbook-busiest-month', 'July has the most: 62 entries.'],
  ['bottom-drawer', 'Brass screws (sizes 6–10) and spare oarlocks, one of them bent.'],
  ['who-called', 'That is the number of Jonas Adeyemi.'],
  ['who-knows-jonas', 'Mira Lindqvist and Tarek Haddad.'],
  ['who-died', 'Ottilie Brandt in October 2009, and Kenneth Grahame on 6 July 1932.'],
  ['gauge-type', 'Its type is **instrument**, and it was made by Ottway of Ealing.'],
  [
    'leads-to-reed-island',
    'The Heron, Workshop notes and Haruko Sato link to it in their text, and Trip to Reed Island does so in the field Location.',
  ],
  ['nine-elms-unlinked', 'The Trip to Reed Island, and the Logbook of 1958 in August.'],
  [
    'addresses-of-people',
    'Four: mira@example.org, jonas@example.org, haruko@example.org and tarek@example.org.',
  ],
  ['youngest', 'Haruko Sato, born on 21 March 1991.'],
  ['born-before-1950', 'Ottilie Brandt and Kenneth Grahame.'],
  ['four-stars', 'Songs for a Low River, The Lock-Keepers, and the Paddle Wheel Almanac.'],
  ['founded-when', 'The Lantern Reading Circle in 2017, The Harbour Loaf in September 2014.'],
  ['fourth-step', 'Bake for 70 minutes: hot first, then less so.'],
  ['why-no-batteries', 'They are in the van, and it has a flat tire.'],
  ['boiler-found', 'It turned out to be a **coffee machine**.'],
  ['line-in-english', '“Who knows the river greets it first.”'],
  ['caulking-so-far', 'From the bow to frame 3.'],
  ['page-last-changed', (days) => `On ${inWords(days.iso(0))}.`],
]
