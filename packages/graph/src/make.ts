/**
 * Factories of records in their full form. A new record has a valid id, the same stamp on all of its groups, and no
 * history.
 *
 * Factories throw on invalid arguments, because sync would copy an invalid record to every device.
 */
import { setInOrder } from './key-order.ts'
import { plainBlock } from './plain-block.ts'
import {
  isOwnersKey,
  journalDay,
  PAGE_FAVORITE,
  PAGE_FILE,
  PAGE_KIND,
  PAGE_NAME,
  PAGE_SPELLING,
  type BlockRecord,
  type Json,
  type PageKind,
  type PageRecord,
  type Prop,
  type ShapeRecord,
} from './record.ts'

const LONGEST_ID = 64
/** Indexed by ASCII code. */
const isIdUnit = /* @__PURE__ */ Array.from({ length: 128 }, (_, unit) =>
  /[A-Za-z0-9._-]/.test(String.fromCharCode(unit)),
)

/**
 * Whether a text is a valid id of a record: 1 to 64 characters of `A-Z a-z 0-9 . _ -`.
 *
 * @see decisions 1.7
 * @example
 * isRecordId('journal-20261120') // true
 * isRecordId('a b') // false
 */
export function isRecordId(id: string): boolean {
  if (id === '' || id.length > LONGEST_ID) return false
  for (let i = 0; i < id.length; i++) if (isIdUnit[id.charCodeAt(i)] !== true) return false
  return true
}

/** The data of a new page. */
export interface NewPage {
  readonly id: string
  readonly name: string
  /** Default: `journal` if the id is that of a journal page, otherwise `page`. */
  readonly kind?: PageKind
  readonly favorite?: boolean
  /** The owner's properties, in order. Keys are in lower case; values have the stored form. */
  readonly props?: readonly (readonly [key: string, value: string])[]
  /** The spellings of keys that are not in lower case, by key. */
  readonly spelled?: ReadonlyMap<string, string>
  /** The form of its file, as `fileForm` of `@notegraph/folder` returns it. */
  readonly file?: string | undefined
  /** Milliseconds since 1970. */
  readonly now: number
  /** Milliseconds since 1970. Default: `now`. */
  readonly createdAt?: number
}

/**
 * Creates the record of a page.
 *
 * @throws TypeError for an invalid id, a journal page whose id is not a day, or a key that an owner cannot write
 * @example
 * nameOf(makePage({ id: 'p1', name: 'Home', now: Date.UTC(2026, 10, 20) })) // 'Home'
 */
export function makePage({
  id,
  name,
  kind,
  favorite,
  props = [],
  spelled = new Map(),
  file,
  now,
  createdAt = now,
}: NewPage): PageRecord {
  if (kind === 'journal' && journalDay(id) === undefined)
    throw new TypeError(`not the id of a journal page: ${id}`)
  const wrong = props.find(([key]) => !isOwnersKey(key))
  if (wrong) throw new TypeError(`not a property of an owner: ${wrong[0]}`)
  const entries = props.map(([key, v]) => [key, { v, at: now }] as const)
  const own: (readonly [string, Json])[] = [[PAGE_NAME, name]]
  if (kind === 'whiteboard') own.push([PAGE_KIND, 'whiteboard'])
  if (favorite === true) own.push([PAGE_FAVORITE, true])
  if (spelled.size > 0) own.push([PAGE_SPELLING, Object.fromEntries(spelled)])
  if (file !== undefined) own.push([PAGE_FILE, file])
  return { kind: 'page', ...base(id, now, createdAt), props: setInOrder(stamped(own, now), entries) }
}

/** The data of a new block. Times are milliseconds since 1970; `createdAt` defaults to `now`. */
export interface NewBlock {
  readonly id: string
  /** The text, with `\n` for every line break. */
  readonly content: string
  /** A random revision of the words that was never used before. */
  readonly rev: string
  readonly pageId: string
  readonly parentId: string | null
  readonly order: number
  readonly now: number
  readonly createdAt?: number
}

/**
 * Creates the record of a block.
 *
 * @throws TypeError for an invalid id, or an order that is not a finite number
 * @example
 * const block = { id: 'b1', content: 'Hi', rev: 'r1', pageId: 'p1', parentId: null, order: 1 }
 * makeBlock({ ...block, now: Date.UTC(2026, 10, 20) }).words.text // 'Hi'
 */
export function makeBlock(block: NewBlock): BlockRecord {
  const { id, rev, pageId, parentId, order, now } = block
  checkId(id)
  checkPlace(pageId, parentId, order)
  return plainBlock({
    id,
    content: block.content,
    rev,
    pageId,
    parentId,
    order,
    createdAt: block.createdAt ?? now,
    updatedAt: now,
  })
}

/** The data of a new whiteboard shape. Times are milliseconds since 1970; `createdAt` defaults to `now`. */
export interface NewShape {
  readonly id: string
  readonly text: string
  readonly rev: string
  readonly pageId: string
  readonly order: number
  /** The form, size and colors of the shape, in the app's own keys. */
  readonly props: { readonly [key: string]: Json }
  readonly now: number
  readonly createdAt?: number
}

/**
 * Creates the record of a whiteboard shape.
 *
 * @throws TypeError for an invalid id, or an order that is not a finite number
 * @example
 * makeShape({ id: 's1', text: '', rev: 'r1', pageId: 'p1', order: 1, props: { x: 4 }, now: 1 }).props['x'] // { v: 4, at: 1 }
 */
export function makeShape({
  id,
  text,
  rev,
  pageId,
  order,
  props,
  now,
  createdAt = now,
}: NewShape): ShapeRecord {
  checkPlace(pageId, null, order)
  return {
    kind: 'shape',
    ...base(id, now, createdAt),
    words: { text, rev, at: now },
    place: { pageId, parentId: null, order, at: now },
    props: stamped(Object.entries(props), now),
  }
}

function base(id: string, now: number, createdAt: number) {
  checkId(id)
  return { id, createdAt, updatedAt: now, hist: [], schema: 1 } as const
}

function checkPlace(pageId: string, parentId: string | null, order: number): void {
  checkId(pageId)
  if (parentId !== null) checkId(parentId)
  if (!Number.isFinite(order)) throw new TypeError(`not an order: ${order}`)
}

/** `fromEntries` defines each key, so the property `__proto__` is safe. */
const stamped = (entries: readonly (readonly [string, Json])[], at: number): { [key: string]: Prop } =>
  Object.fromEntries(entries.map(([key, v]) => [key, { v, at }]))

function checkId(id: string): void {
  if (!isRecordId(id)) throw new TypeError(`not the id of a record: ${id}`)
}
