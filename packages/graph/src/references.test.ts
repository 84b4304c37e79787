import { expect, test } from 'vitest'
import { makeBlock, makePage, makeShape, referencesOf, type GraphRecord } from './index.ts'

const X = '5f0c6a1e-3b0d-4c5a-9e1f-000000000001'
const Y = '5f0c6a1e-3b0d-4c5a-9e1f-000000000002'
const place = { rev: 'r', pageId: 'p', order: 1, now: 1 }
const block = (content: string): GraphRecord => makeBlock({ id: 'b', content, parentId: null, ...place })

test.each<[string, GraphRecord, readonly string[], readonly string[]]>([
  ['links and tags, each name once', block('[[Ann]] #ann #[[Big Boat]]'), ['ann', 'big boat'], []],
  ['a day in any form', block('[[Nov 20th, 2026]]'), ['2026-11-20'], []],
  ['references and embeds of blocks', block(`((${X})) {{embed ((${Y}))}}`), [], [X, Y]],
  ['an embed of a page', block('{{embed [[Ann]]}}'), ['ann'], []],
  ['values of properties', block('done\nby:: [[Ann]]'), ['ann'], []],
  [
    'properties of a page',
    makePage({ id: 'p', name: 'Ada', props: [['knows', '[[Ann]] #boat']], now: 1 }),
    ['ann', 'boat'],
    [],
  ],
  ['nothing in a shape', makeShape({ id: 's', text: '[[Ann]]', props: {}, ...place }), [], []],
])('[O1.5] a record refers to %s', (_, record, names, blocks) => {
  expect(referencesOf(record)).toEqual({ names, blocks })
})
