/**
 * Plain blocks: live blocks whose groups all have one stamp, without props, versions or earlier revisions. Every new
 * block is plain, and most stay so. A few values define a plain block completely. A store can keep these as columns in
 * place of the record's JSON.
 */
import { quoted } from './json.ts'
import type { BlockRecord, GraphRecord } from './record.ts'

/** The values that define a plain block. */
export interface PlainBlock {
  readonly id: string
  readonly content: string
  readonly rev: string
  readonly pageId: string
  readonly parentId: string | null
  readonly order: number
  /** Milliseconds since 1970. */
  readonly createdAt: number
  readonly updatedAt: number
}

/**
 * Builds the record of a plain block. `isPlain` is true for it, and the values of a plain record give the same record
 * again.
 *
 * @example
 * const values = { id: 'b', content: 'Hi', rev: 'r', pageId: 'p', parentId: null, order: 1, createdAt: 1, updatedAt: 1 }
 * isPlain(plainBlock(values)) // true
 */
export function plainBlock(block: PlainBlock): BlockRecord {
  const { id, content, rev, pageId, parentId, order, createdAt, updatedAt } = block
  return {
    kind: 'block',
    id,
    createdAt,
    updatedAt,
    words: { text: content, rev, at: updatedAt },
    place: { pageId, parentId, order, at: updatedAt },
    props: {},
    hist: [],
    schema: 1,
  }
}

/**
 * Builds the record as JSON text. The result equals `JSON.stringify(plainBlock(block))` in a third of the time. Ids
 * need no escapes.
 *
 * @example
 * const values = { id: 'b', content: 'Hi', rev: 'r', pageId: 'p', parentId: null, order: 1, createdAt: 1, updatedAt: 1 }
 * plainBlockJson(values) === JSON.stringify(plainBlock(values)) // true
 */
export function plainBlockJson(block: PlainBlock): string {
  const { id, content, rev, pageId, parentId, order, createdAt, updatedAt } = block
  const parent = parentId === null ? 'null' : `"${parentId}"`
  const at = `${updatedAt}`
  return `{"kind":"block","id":"${id}","createdAt":${createdAt},"updatedAt":${at},"words":{"text":${quoted(content)},"rev":${quoted(rev)},"at":${at}},"place":{"pageId":"${pageId}","parentId":${parent},"order":${order},"at":${at}},"props":{},"hist":[],"schema":1}`
}

/**
 * Builds any record as JSON text.
 *
 * @example
 * JSON.parse(recordJson(makePage({ id: 'p', name: 'Home', now: 1 }))).id // 'p'
 */
export function recordJson(record: GraphRecord): string {
  if (!isPlain(record)) return JSON.stringify(record)
  const { id, createdAt, updatedAt, words, place } = record
  const { pageId, parentId, order } = place
  const { text: content, rev } = words
  return plainBlockJson({ id, content, rev, pageId, parentId, order, createdAt, updatedAt })
}

/** The number of members of a plain block. A record with an unknown member is therefore not plain. */
const MEMBERS = 9
const WORDS = 3
const PLACE = 4

/**
 * Whether `plainBlock` can rebuild the record without loss.
 *
 * @example
 * isPlain(makePage({ id: 'p', name: 'Home', now: 1 })) // false
 */
export function isPlain(record: GraphRecord): record is BlockRecord {
  if (record.kind !== 'block') return false
  const { words, place, updatedAt } = record
  return (
    words.at === updatedAt &&
    place.at === updatedAt &&
    record.hist.length === 0 &&
    (record.schema as number) === 1 &&
    size(record.props) === 0 &&
    size(record) === MEMBERS &&
    size(words) === WORDS &&
    size(place) === PLACE
  )
}

function size(object: object): number {
  let count = 0
  for (const _ in object) count++
  return count
}
