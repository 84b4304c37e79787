/**
 * Factories: records in their full form, from the few things that differ. A record made here has an id that devices
 * can hold, one stamp for all of its groups, and no history yet.
 *
 * They throw on what no caller may pass, since a record of the wrong form would travel to every device.
 */
import { setInOrder } from './key-order.ts'
import { plainBlock } from './plain-block.ts'
import {
  isOwnersKey,
  journalDay,
  PAGE_FAVORITE,
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
/** By ASCII unit. */
const isIdUnit = /* @__PURE__ */ Array.from({ length: 128 }, (_, unit) =>
  /[A-Za-z0-9._-]/.test(String.fromCharCode(unit)),
)

/** 1 to 64 characters of `A-Z a-z 0-9 . _ -`. @see decisions 1.7 */
export function isRecordId(id: string): boolean {
  if (id === '' || id.length > LONGEST_ID) return false
  for (let i = 0; i < id.length; i++) if (isIdUnit[id.charCodeAt(i)] !== true) return false
  return true
}

export interface NewPage {
  readonly id: string
  readonly name: string
  /** A plain page when left out, a journal page when the id says so. */
  readonly kind?: PageKind
  readonly favorite?: boolean
  /** Its owner's properties, in order; keys lower case, values in stored form. */
  readonly props?: readonly (readonly [key: string, value: string])[]
  /** Keys that are spelled otherwise than in lower case, by key. */
  readonly spelled?: ReadonlyMap<string, string>
  /** Milliseconds since 1970. */
  readonly now: number
  /** `now` when left out. */
  readonly createdAt?: number
}

/** @throws TypeError for a wrong id, a journal page whose id names no day, or a key that is not an owner's to write */
export function makePage({
  id,
  name,
  kind,
  favorite,
  props = [],
  spelled = new Map(),
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
  return { kind: 'page', ...base(id, now, createdAt), props: setInOrder(stamped(own, now), entries) }
}

export interface NewBlock {
  readonly id: string
  /** Lines separated by `\n`. */
  readonly content: string
  /** The revision of the words: random, never used before. */
  readonly rev: string
  readonly pageId: string
  readonly parentId: string | null
  readonly order: number
  readonly now: number
  readonly createdAt?: number
}

/** @throws TypeError for a wrong id or an order that is no finite number */
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

export interface NewShape {
  readonly id: string
  readonly text: string
  readonly rev: string
  readonly pageId: string
  readonly order: number
  /** What it looks like. */
  readonly props: { readonly [key: string]: Json }
  readonly now: number
  readonly createdAt?: number
}

/** @throws TypeError for a wrong id or an order that is no finite number */
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

/** `fromEntries` defines each key, so that a property called `__proto__` is one like any other. */
const stamped = (entries: readonly (readonly [string, Json])[], at: number): { [key: string]: Prop } =>
  Object.fromEntries(entries.map(([key, v]) => [key, { v, at }]))

function checkId(id: string): void {
  if (!isRecordId(id)) throw new TypeError(`not the id of a record: ${id}`)
}
