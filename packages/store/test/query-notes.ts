/**
 * A small graph on which every form of a query has a result of its own. It has a name and aliases that clash, and days
 * in several written forms. It has nested blocks, links in code, files, a whiteboard, and records that no query may
 * find.
 */
import { makePage, makeShape } from '@notegraph/graph'
import { block, deleted, page } from './builder.ts'
import type { Kept } from './evaluate.ts'

const NOON = Date.UTC(2026, 10, 10, 12)

const pages = [
  page('mira', 'Mira', [
    ['alias', 'Mirabel, M'],
    ['type', 'person'],
    ['tags', 'people, [[slow food]]'],
    ['works-at', '[[Acme Works]], Bakery'],
    ['active', 'false'],
  ]),
  page('another', 'Second', [['alias', 'M, Garden']], NOON),
  page('people', 'People', [['alias', 'Folk']]),
  page('acme', 'Acme Works', [['about', 'run by [[Mira]]']]),
  page('garden', 'Garden', [['status', 'In Progress']]),
  page('beds', 'Garden/Beds'),
  page('roses', 'garden/beds/Roses'),
  page('gardening', 'Gardening', [['alias', 'Second']]),
  page('shed', 'Shed', [['alias', 'Garden/Shed, Nov 20th, 2026, Dec 1st, 2026']]),
  page('journal-20261118', 'Nov 18th, 2026'),
  page('journal-20261120', '2026-11-20'),
  page('journal-20261127', '2026_11_27'),
  page('journal-20261131', 'No day'),
  makePage({ id: 'board', name: 'Board', kind: 'whiteboard', now: NOON }),
  page('paper', 'Paper', [['pdf', '/api/files/f1secret']]),
]

/** @returns a time so many seconds after noon */
const at = (second: number) => ({ now: NOON + second * 1_000 })

/** Builds a block with these times of its creation and its last change. */
const timed = (made: string, changed: string, [id, pageId, text]: readonly [string, string, string]) => ({
  ...block(id, pageId, text, { now: Date.parse(changed) }),
  createdAt: Date.parse(made),
})

const blocks = [
  block('rye', 'garden', 'TODO [#A] sow rye with [[Mira]]\nSCHEDULED: <2026-11-21 Sat>', at(1)),
  block('under', 'garden', 'water it from the [[shed]]', { ...at(2), parentId: 'rye' }),
  block('blue', 'garden', 'the Blue Folder of RYE', at(3)),
  block('blues', 'garden', 'blue new folder\nkeeper:: Mira', at(3)),
  block('quote', 'garden', 'say "hi" \\ there', at(4)),
  block('alias', 'acme', 'LATER [#B] ask [[MIRABEL]]\nDEADLINE: <2026-11-30 Mon>', at(5)),
  block('tag', 'beds', 'seen by #m', at(6)),
  timed('2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', ['code', 'beds', 'not `[[Mira]]`, not here']),
  block(
    'onmira',
    'mira',
    'likes rye\nstatus:: in progress\ncolor:: red, [[Deep Blue]] and #teal, green\nflag:: false\nid:: x',
    at(8),
  ),
  block('prop', 'roses', 'NOW see [[2026_11_27]]\nstatus:: [[In progress]], waiting', at(9)),
  block('infolk', 'people', 'all of them', at(10)),
  block('day', 'journal-20261120', 'rain #[[November 18, 2026]]', at(11)),
  block('done', 'journal-20261118', 'DONE [#C] paint on [[Nov 20th, 2026]] or [[2026-11-27]]', at(12)),
  block('next', 'journal-20261127', 'CANCELED trip', at(13)),
  block('noday', 'journal-20261131', 'no day', at(13)),
  block('wait', 'gardening', 'WAITING for #Folk\nempty::', at(14)),
  block('sheds', 'shed', 'tools, #People and [[people]]', at(15)),
  timed('2026-03-28T22:59:59.999Z', '2026-03-29T21:59:59.999Z', ['pinned', 'board', 'pinned']),
  block('paper1', 'paper', 'read ![x](/api/files/f1secret)', at(16)),
]
/** The ids of the blocks that queries can find. */
export const IDS: readonly string[] = blocks.map(({ id }) => id)

export const NOTES: Kept = {
  records: [
    ...pages,
    ...blocks,
    deleted({ record: block('gone', 'garden', 'rye [[Mira]]'), seq: 0 }, NOON),
    block('lost', 'nowhere', 'rye [[Mira]]'),
    makeShape({ id: 'shape', text: 'rye', rev: 'r', pageId: 'board', order: 1, props: {}, now: NOON }),
  ],
  files: [{ id: 'f1secret', hash: 'h', name: 'cat.png', type: 'image/png', size: 1, createdAt: NOON }],
}
