/**
 * What a revert comes to: each thing that a change touched is put back, if it is still as the change left it; what was
 * changed since is left, and said why. What counts is the content, not the stamps: words, place, value.
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
} from '@notegraph/graph'
import type { Put, Touched, Versioned } from '@notegraph/store'
import type { WriteContext } from '../write/edit.ts'

/** What there is now of what a change touched. */
export interface Now {
  /** By id, deleted ones too. */
  readonly records: ReadonlyMap<string, Versioned>
  /** The live blocks and shapes on the pages that the change made, and on those of the blocks that it made. */
  readonly standing: readonly GraphRecord[]
}

export interface Reverted {
  readonly puts: readonly Put[]
  /** Blocks, pages and properties, one each. */
  readonly restored: number
  readonly left: readonly LeftAsItIs[]
}

/** Blocks go first, so that those made with a page are off it when the page's turn comes. */
const TURNS = ['block', 'page', 'property'] as const

export function revert(touched: readonly Touched[], now: Now, pen: WriteContext): Reverted {
  const puts = new Map<string, Put>()
  const left: LeftAsItIs[] = []
  let restored = 0
  const stays: Stays = (isMeant) =>
    now.standing.some((one) => puts.get(one.id)?.record.deleted === undefined && isMeant(one))

  for (const one of TURNS.flatMap((kind) => touched.filter((one) => one.kind === kind))) {
    const { id, kind } = one
    const held = puts.get(id)?.record ?? now.records.get(id)?.record
    const back = held && held.deleted === undefined ? backOf(one, held, stays, pen) : gone(kind)
    if (typeof back === 'string') {
      left.push(kind === 'property' ? { kind, id, key: one.key, why: back } : { kind, id, why: back })
      continue
    }
    puts.set(id, { record: back, from: now.records.get(id)!.seq })
    restored++
  }
  return { puts: [...puts.values()], restored, left }
}

const gone = (kind: Touched['kind']): string =>
  kind === 'property' ? 'The page was deleted after this change.' : 'Deleted after this change.'
const CHANGED = 'Changed again after this change.'

/** Whether a block or shape that is meant is there, and is not taken off by this revert. */
type Stays = (isMeant: (one: GraphRecord) => boolean) => boolean

/** @returns the record put back, or why it is left */
function backOf(touched: Touched, held: GraphRecord, stays: Stays, pen: WriteContext): GraphRecord | string {
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

/** Whether a change found something there, and did not make it: what was deleted was not there. */
export const wasThere = <R extends GraphRecord>(before: R | null): before is R =>
  before !== null && before.deleted === undefined

function blockBack({ id, before, after }: Of<'block'>, held: BlockRecord, stays: Stays, pen: WriteContext) {
  if (held.words.text !== after.words.text) return CHANGED
  const { pageId, parentId, order } = after.place
  if (held.place.pageId !== pageId || held.place.parentId !== parentId || held.place.order !== order)
    return 'Moved after this change.'
  if (wasThere(before)) return reword(held, before.words.text, pen.newId(), pen.now)
  if (stays((one) => one.kind === 'block' && one.place.parentId === id))
    return 'Other blocks are nested under this block.'
  // Words of another device that nobody has picked or dropped yet.
  if (held.versions !== undefined && held.versions.length > 0) return 'This block has conflicting versions.'
  return remove(held, pen.now)
}

function pageBack({ id, after }: Of<'page'>, held: PageRecord, stays: Stays, pen: WriteContext) {
  if (contentOf(held) !== contentOf(after)) return CHANGED
  if (stays((one) => one.kind !== 'page' && one.place.pageId === id)) return 'The page still has blocks.'
  return remove(held, pen.now)
}

function propertyBack({ key, before, after }: Of<'property'>, held: PageRecord, pen: WriteContext) {
  if (!isSame(heldProp(held, key)?.v ?? null, after)) return CHANGED
  return setProps(held, [[key, before]], pen.now)
}

const isSame = (a: Json, b: Json): boolean => JSON.stringify(a) === JSON.stringify(b)

/** All that a page says, apart from the order in which it came to say it. */
function contentOf({ props }: PageRecord): string {
  const held = Object.entries(props).filter(([key, { v }]) => v !== null && key !== PAGE_ORDER)
  return JSON.stringify(
    held.map(([key, { v }]) => [key, v] as const).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )
}
