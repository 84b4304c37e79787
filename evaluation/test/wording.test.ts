/** Checks look for facts: answers in other words pass, and wrong or invented answers fail. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Stage } from '../src/stage.ts'
import { judge } from '../src/task.ts'
import { TASKS } from '../src/tasks/index.ts'
import { makeTemplate, type Template } from '../src/template.ts'
import { answerIn, RIGHT, type Answer } from './right-answers.ts'
import { openCalledStage } from './called-stage.ts'
import { zoneAtNoon } from './zone.ts'

let template: Template
let stage: Stage
beforeAll(async () => {
  const now = Date.now()
  template = await makeTemplate(now, zoneAtNoon(now))
  stage = await openCalledStage(template)
})
afterAll(async () => {
  await stage.close()
  await template.remove()
})

async function faultsOf(id: string, answer: Answer): Promise<readonly string[]> {
  const task = TASKS.find((task) => task.id === id)!
  return judge(task, await stage.after(answerIn(answer, template.days)))
}

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
    ['logbook-september', 'The rudder pin, the stern gland, and the port lantern.'],
    ['logbook-last-entry', '12 October: Clear. One crossing, the post and two hens.'],
    ['logbook-busiest-month', 'July, with 31 entries.'],
    ['bottom-drawer', 'Tin of pitch, brass screws and spare oarlocks.'],
    ['who-called', 'Mira, Tarek or Jonas.'],
    ['who-knows-jonas', 'Mira, Tarek and Haruko.'],
    ['who-died', 'Ottilie Brandt, on 30 April 1921, and Kenneth Grahame on 6 July 1932.'],
    ['gauge-type', 'It has no type. Ottway of Ealing made it.'],
    [
      'leads-to-reed-island',
      'The Heron, Workshop notes, Haruko, Trip to Reed Island (a field), and Start here.',
    ],
    ['nine-elms-unlinked', 'The Trip to Reed Island, the Logbook of 1958 and the Boathouse inventory.'],
    [
      'addresses-of-people',
      'mira@example.org, jonas@example.org, haruko@example.org, tarek@example.org, loaf@example.org',
    ],
    ['youngest', 'Mira, born on 17 May 1986.'],
    ['born-before-1950', 'Only Ottilie Brandt.'],
    ['four-stars', 'Heron at Dusk, Songs for a Low River, The Lock-Keepers and the Almanac.'],
    [
      'founded-when',
      'The Harbour Loaf in 2017, the Lantern Reading Circle in 2014, Slack Water Trio in 2019.',
    ],
    ['fourth-step', 'Fill two tins to the half.'],
    ['why-no-batteries', 'They are in another van.'],
    ['boiler-found', 'There is no note about it.'],
    ['line-in-english', 'The boat is not called heron because she is fast but because she can wait.'],
    ['caulking-so-far', 'Up to frame five.'],
    ['page-last-changed', (days) => days.iso(-1)],
  ])('%s', async (id, answer) => expect(await faultsOf(id, answer)).not.toEqual([]))
})
