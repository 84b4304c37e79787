import { wordPlaces } from '@notegraph/block-text'
import { makeBlock, makePage } from '@notegraph/graph'
import { faultWords, matchedTexts, parseQuery } from '@notegraph/query'
import { linksTo, listTasks, readNotes, search } from '@notegraph/search'

const now = Date.UTC(2026, 10, 20)
const block = (id: string, content: string, order: number) =>
  makeBlock({ id, content, rev: `r-${id}`, pageId: 'p1', parentId: null, order, now: now + order })
const records = [
  makePage({ id: 'p1', name: 'Bread', props: [['alias', 'Loaf']], now }),
  block('b1', 'TODO Buy [[Rye flour]]\nSCHEDULED: <2026-11-21 Sat>', 1),
  block('b2', 'LATER [#A] Ask for the [[loaf]] of last week', 2),
  block('b3', 'Rye wants a wet dough #baking', 3),
]

const notes = readNotes(records)
const asked = { today: 20261120, zone: 'Europe/Berlin' }
const ids = (found: { blocks: readonly { record: { id: string } }[] }) =>
  found.blocks.map(({ record }) => record.id)

/** The ids of the blocks that a search finds, or what is wrong with it. */
export function find(q: string): string[] | string {
  const parsed = parseQuery(q)
  return parsed.ok ? ids(search(notes, parsed.query, asked, { limit: 50 })) : faultWords(parsed.fault)
}

/** The places to mark in the text of a block that a search found. */
export function marksIn(text: string, q: string): readonly (readonly [from: number, to: number])[] {
  const parsed = parseQuery(q)
  return parsed.ok ? wordPlaces(text, matchedTexts(parsed.query)) : []
}

export const rye = find('rye (not (todo todo))') // ['b3']
export const soon = find('(between scheduled today +1w)') // ['b1']
export const open = ids(listTasks(notes)) // ['b1', 'b2']
export const linked = ids(linksTo(notes, 'Bread')) // ['b2']
export const marked = marksIn('Rye wants a wet dough', 'rye') // [[0, 3]]
