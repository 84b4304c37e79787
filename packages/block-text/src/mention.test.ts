import { expect, test } from 'vitest'
import { Mentions } from './index.ts'

const pool = new Mentions(['Tide pool', 'Gezeitentümpel'])

test.each<[content: string, isIn: boolean, linked: string | undefined]>([
  ['the tide pool', true, 'the [[tide pool]]'],
  ['Gezeitentümpel, early', true, '[[Gezeitentümpel]], early'],
  ['Gezeitentumpel', false, undefined],
  ['TIDE POOL and tide pool', true, '[[TIDE POOL]] and tide pool'],
  ['tide pools', false, undefined],
  ['[[Tide pool]]', false, undefined],
  ['[[Tide pool 2]]', false, undefined],
  ['#[[Tide pool]] and the tide pool', true, '#[[Tide pool]] and the [[tide pool]]'],
  ['`tide pool`', true, undefined],
  ['`tide pool` then tide pool', true, '`tide pool` then [[tide pool]]'],
  [
    'TODO [#A] clean the tide pool\nSCHEDULED: <2026-11-20 Fri>',
    true,
    'TODO [#A] clean the [[tide pool]]\nSCHEDULED: <2026-11-20 Fri>',
  ],
  ['where:: tide pool\nat the tide pool', true, 'where:: tide pool\nat the [[tide pool]]'],
  ['nothing', false, undefined],
])('[O2.2] a mention in %j', (content, isIn, linked) => {
  expect([pool.isIn(content), pool.linked(content)]).toEqual([isIn, linked])
})

test('[O2.2] words that only search takes for the name become a link to the name', () => {
  expect(new Mentions(['Cafe']).linked('le café')).toBe('le [[Cafe]]')
})
