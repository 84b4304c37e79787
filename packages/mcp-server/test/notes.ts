/** Notes for the tests of the reading tools: a page with an outline, one with tasks, two days, an empty page, a board. */
import { makePage, type GraphRecord } from '@notegraph/graph'
import { block, NOON, page } from './world.ts'

const HOUR = 3_600_000

/** The id of the block with a number. */
export const id = (n: number): string => `${String(n).padStart(8, '0')}-0000-4000-8000-000000000000`

export const records: readonly GraphRecord[] = [
  page('p-ada', 'Ada Lovelace', [
    ['type', 'person'],
    ['alias', 'Countess, Enchantress of Numbers'],
    ['tags', 'engines'],
    ['birthday', '1815-12-10'],
    ['works-at', '[[Analytical Society]], [[Royal Society]]'],
    ['mood', 'calm'],
  ]),
  block(id(1), 'p-ada', '## Work'),
  block(id(2), 'p-ada', 'wrote the first program for the [[Analytical Engine]] #engines', { under: id(1) }),
  block(id(3), 'p-ada', 'with a table of operations', { under: id(2) }),
  block(id(4), 'p-ada', `see ((${id(3)}))`, { order: 2, under: id(1) }),
  block(id(5), 'p-ada', 'a program\nin two lines\n\nand a third', { order: 2 }),
  page('p-plans', 'Plans'),
  block(id(10), 'p-plans', 'TODO [#A] oil the mill\nSCHEDULED: <2026-11-18 Wed>'),
  block(id(11), 'p-plans', 'DOING read the letters\nDEADLINE: <2026-11-20 Fri>', { order: 2 }),
  block(id(12), 'p-plans', 'LATER ask on [[2026-11-21]]', { order: 3 }),
  block(id(13), 'p-plans', 'WAITING for the post', { order: 4 }),
  block(id(14), 'p-plans', 'DONE print the cards', { order: 5, now: NOON + 1 }),
  page('journal-20261120', '2026-11-20'),
  block(id(20), 'journal-20261120', 'rain on the engine', { now: NOON + 2 }),
  page('journal-20261119', 'Nov 19th, 2026', [['mood', 'grey']]),
  block(id(21), 'journal-20261119', 'sun'),
  page('p-empty', 'Empty'),
  makePage({ id: 'board', name: 'A board', kind: 'whiteboard', favorite: true, now: NOON - HOUR }),
]
