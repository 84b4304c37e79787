/**
 * Decides a revert. Each item of a change is restored if its content is still as the change left it. Other items are
 * reported with a reason. Content is text, place and values, not stamps.
 * @see decisions 8.2
 */
import type { LeftAsItIs } from '@notegraph/contract'
import {
  heldProp,
  PAGE_ORDER,
  remove,
  reword,
  setProps,
  type BlockRecord,
  type GraphRecord,
  type Json,
  type PageRecord,
  type Version,
} from '@notegraph/graph'
import type { Put, ItemChange, VersionedRecord } from '@notegraph/store'
import type { WriteContext } from '../write/edit.ts'
import { WHY_LEFT } from './why-left.ts'

type Pen = Pick<WriteContext, 'now' | 'newId'>

/** The current state of the items of a change. */
export interface Now {
  /** By id, including deleted records; also the pages and parents that blocks had before the change. */
  readonly records: ReadonlyMap<string, VersionedRecord>
  /** The live blocks and shapes on pages that the change created, and on the pages of blocks that it created. */
  readonly standing: readonly GraphRecord[]
}

export interface RevertEdit {
  readonly puts: readonly Put[]
  /** Restored blocks, pages and properties. */
  readonly restored: number
  readonly left: readonly LeftAsItIs[]
}

/** An item of a write. Only a restore touches shapes, or a whole graph. @see revertRestore, revertGraph */
type Touched = Exclude<ItemChange, { readonly kind: 'shape' | 'graph' }>

/** Blocks come first, so that blocks created with a page are removed before the page. */
const TURNS = ['block', 'page', 'property'] as const

/** The items in the order of the revert. A change lists a block before the blocks below it, which go first. */
const inTurns = (touched: readonly Touched[]): Touched[] =>
  TURNS.flatMap((kind) => {
    const items = touched.filter((one) => one.kind === kind)
    return kind === 'block' ? items.toReversed() : items
  })

export function revert(all: readonly ItemChange[], now: Now, pen: Pen): RevertEdit {
  const puts = new Map<string, Put>()
  const touched = all.filter((one) => one.kind !== 'shape' && one.kind !== 'graph')
  const leftOf = new Map<Touched, LeftAsItIs>()
  let restored = 0
  const stays: Stays = (isMeant) =>
    now.standing.some((one) => puts.get(one.id)?.record.deleted === undefined && isMeant(one))

  for (const one of inTurns(touched)) {
    const { id, kind } = one
    const held = puts.get(id)?.record ?? now.records.get(id)?.record
    const back = held && held.deleted === undefined ? backOf(one, held, stays, pen) : gone(kind)
    if (typeof back === 'string') {
      leftOf.set(one, kind === 'property' ? { kind, id, key: one.key, why: back } : { kind, id, why: back })
      continue
    }
    puts.set(id, { record: back, from: now.records.get(id)!.seq })
    restored++
  }
  const left = TURNS.flatMap((kind) =>
    touched.flatMap((one) => (one.kind === kind && leftOf.has(one) ? [leftOf.get(one)!] : [])),
  )
  return { puts: [...puts.values()], restored, left }
}

const gone = (kind: Touched['kind']): string =>
  kind === 'property' ? WHY_LEFT.pageDeleted : WHY_LEFT.deleted

/** Whether a matching block or shape exists that this revert does not remove. */
type Stays = (isMeant: (one: GraphRecord) => boolean) => boolean

/** @returns the restored record, or the reason why it is not restored */
function backOf(touched: Touched, held: GraphRecord, stays: Stays, pen: Pen): GraphRecord | string {
  switch (touched.kind) {
    case 'block':
      return held.kind === 'block' ? blockBack(touched, held, stays, pen) : gone(touched.kind)
    case 'page':
      return held.kind === 'page' ? pageBack(touched, held, stays, pen) : gone(touched.kind)
    case 'property':
      return held.kind === 'page' ? propertyBack(touched, held, pen) : gone(touched.kind)
  }
}

type Of<K extends Touched['kind']> = Extract<Touched, { kind: K }>

/** Whether the record existed before the change. */
export const wasThere = <R extends GraphRecord>(before: R | null): before is R =>
  before !== null && before.deleted === undefined

function blockBack({ id, before, after }: Of<'block'>, held: BlockRecord, stays: Stays, pen: Pen) {
  if (wasThere(before) && before.versions && before.words.text === after.words.text)
    return withVersionsOf(held, before.versions)
  if (held.words.text !== after.words.text) return WHY_LEFT.changed
  const { pageId, parentId, order } = after.place
  if (held.place.pageId !== pageId || held.place.parentId !== parentId || held.place.order !== order)
    return WHY_LEFT.moved
  if (wasThere(before)) {
    const back = reword(held, before.words.text, pen.newId(), pen.now)
    return before.versions && !after.versions ? withVersionsOf(back, before.versions) : back
  }
  if (stays((one) => one.kind === 'block' && one.place.parentId === id)) return WHY_LEFT.hasBlocks
  // Versions of another device that nobody has picked or dropped yet.
  if (held.versions !== undefined && held.versions.length > 0) return WHY_LEFT.hasVersions
  return remove(held, pen.now)
}

/** A change that kept the words dropped versions alone. They conflict with whatever the words are now. */
function withVersionsOf(held: BlockRecord, versions: readonly Version[]): BlockRecord {
  const texts = new Set([held.words, ...(held.versions ?? [])].map(({ text }) => text))
  const back = versions.filter(({ text }) => !texts.has(text))
  return back.length === 0 ? held : { ...held, versions: [...(held.versions ?? []), ...back] }
}

function pageBack({ id, after }: Of<'page'>, held: PageRecord, stays: Stays, pen: Pen) {
  if (contentOf(held) !== contentOf(after)) return WHY_LEFT.changed
  if (stays((one) => one.kind !== 'page' && one.place.pageId === id)) return WHY_LEFT.pageHasBlocks
  return remove(held, pen.now)
}

function propertyBack({ key, before, after }: Of<'property'>, held: PageRecord, pen: Pen) {
  if (!isSame(heldProp(held, key)?.v ?? null, after)) return WHY_LEFT.changed
  return setProps(held, [[key, before]], pen.now)
}

const isSame = (a: Json, b: Json): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The content of a page without the order of its properties. */
function contentOf({ props }: PageRecord): string {
  const held = Object.entries(props).filter(([key, { v }]) => v !== null && key !== PAGE_ORDER)
  return JSON.stringify(
    held.map(([key, { v }]) => [key, v] as const).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )
}
