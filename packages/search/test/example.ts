import { wordPlaces } from '@notegraph/block-text'
import { makeBlock, makePage } from '@notegraph/graph'
import { faultWords, matchedTexts, parseQuery } from '@notegraph/query'
import { linksTo, listTasks, readNotes, search } from '@notegraph/search'

const now = Date.UTC(2026, 10, 20)
const newId = () => crypto.randomUUID() // `((id))` refers to a block only if its id is a UUID
const pageId = newId()
const block = (content: string, order: number) =>
  makeBlock({ id: newId(), content, rev: newId(), pageId, parentId: null, order, now: now + order })
const records = [
  makePage({ id: pageId, name: 'Bread', props: [['alias', 'Loaf']], now }),
  block('TODO Buy [[Rye flour]]\nSCHEDULED: <2026-11-21 Sat>', 1),
  block('LATER [#A] Ask for the [[loaf]]', 2),
  block('Rye wants a wet dough #baking', 3),
]

const notes = readNotes(records)
const asked = { today: 20261120, zone: 'Europe/Berlin' }
const lines = (found: { blocks: readonly { record: { words: { text: string } } }[] }) =>
  found.blocks.map(({ record }) => record.words.text.split('\n')[0]!)

/** The first lines of the blocks that a search finds, or what is wrong with it. */
export function find(q: string): string[] | string {
  const parsed = parseQuery(q)
  return parsed.ok ? lines(search(notes, parsed.query, asked, { limit: 50 })) : faultWords(parsed.fault)
}

/** The places to mark in the text of a block that a search found. */
export function marksIn(text: string, q: string): readonly (readonly [from: number, to: number])[] {
  const parsed = parseQuery(q)
  return parsed.ok ? wordPlaces(text, matchedTexts(parsed.query)) : []
}

export const rye = find('rye (not (todo todo))') // ['Rye wants a wet dough #baking']
export const soon = find('(between scheduled today +1w)') // ['TODO Buy [[Rye flour]]']
export const open = lines(listTasks(notes)) // ['TODO Buy [[Rye flour]]', 'LATER [#A] Ask for the [[loaf]]']
export const linked = lines(linksTo(notes, 'Bread')) // ['LATER [#A] Ask for the [[loaf]]']
export const marked = marksIn('Rye wants a wet dough', 'rye') // [[0, 3]]
