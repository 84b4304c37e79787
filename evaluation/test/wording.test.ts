/** Checks look for facts: answers in other words pass, and wrong or invented answers fail. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Days } from '../src/days.ts'
import { openStage, type Stage } from '../src/stage.ts'
import { judge } from '../src/task.ts'
import { TASKS } from '../src/tasks/index.ts'
import { makeTemplate, type Template } from '../src/template.ts'
import { zoneAtNoon } from './zone.ts'

let template: Template
let stage: Stage
beforeAll(async () => {
  const now = Date.now()
  template = await makeTemplate(now, zoneAtNoon(now))
  stage = await openStage(template)
})
afterAll(async () => {
  await stage.close()
  await template.remove()
})

type Answer = string | ((days: Days) => string)

async function faultsOf(id: string, answer: Answer): Promise<readonly string[]> {
  const task = TASKS.find((task) => task.id === id)!
  return judge(task, await stage.after(typeof answer === 'string' ? answer : answer(template.days)))
}

const inWords = (iso: string): string =>
  new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(iso))

const RIGHT: [string, Answer][] = [
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
]

test('there is one for each task that only asks', () => {
  const asking = TASKS.filter((task) => !task.mayWriteOn).map(({ id }) => id)
  expect(RIGHT.map(([id]) => id).toSorted()).toEqual(asking.toSorted())
})

describe('in other words', () => {
  test.each(RIGHT)('%s', async (id, answer) => expect(await faultsOf(id, answer)).toEqual([]))
})

describe('wrong', () => {
  test.each<[string, Answer]>([
    ['plan-for-a-day', 'Nothing is planned.'],
    ['rye-meal', 'You need 300 g.'],
    ['batteries', 'Jonas says that the van has a flat tyre.'],
    ['japanese-line', '朝のパン'],
    ['links-to-almanac', 'Heron plan, Workshop notes, yesterday, and Recipes/Rye bread.'],
    ['overdue', 'The batteries, and the rope is due soon.'],
    ['tomorrow', 'Rope, sourdough, and ringing the lock at Nine Elms.'],
    ['priority-a', 'Rope, seams, batteries, Nine Elms, life jackets.'],
    ['five-stars', 'The Boat, Heron at Dusk, The Wind in the Willows and The Lock-Keepers.'],
    ['translator', 'Haruko, on 12 March 1991.'],
    ['bakery', 'Mira, 01632 960112.'],
    ['delete-a-page', 'Done! The page is gone.'],
    ['nothing-about-keaton', 'He was born on 4 October 1895.'],
    ['which-baking', 'I ticked off the seed rolls.'],
    ['which-brandt', 'On 30 April 1921.'],
    ['harbour-letter', 'There is nothing to do: the fee is paid.'],
  ])('%s', async (id, answer) => expect(await faultsOf(id, answer)).not.toEqual([]))
})
