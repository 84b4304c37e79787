/**
 * Decides a revert. Each item of a change is restored if its content is still as the change left it. Other items are
 * reported with a reason. Content is text, place and values, not stamps.
 * @see decisions 8.2
 */
import type { LeftAsItIs } from '@notegraph/contract'
import {
  heldProp,
  moveTo,
  PAGE_NAME,
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
import type { Put, ItemChange } from '@notegraph/store'
import type { WriteContext } from '../write/edit.ts'
import { asItWas, isAs } from '../history/as-it-was.ts'
import { settlePlaces, type Now } from './settle-places.ts'
import { WHY_LEFT } from './why-left.ts'

type Pen = Pick<WriteContext, 'now' | 'newId'>

export interface RevertEdit {
  readonly puts: readonly Put[]
  /** Restored blocks, pages and properties. */
  readonly restored: number
  readonly left: readonly LeftAsItIs[]
}

/** An item with its own place in the answer. Shapes go and come with their page; a whole graph reverts elsewhere. @see revertGraph */
type Touched = Exclude<ItemChange, { readonly kind: 'shape' | 'graph' }>

const KINDS = ['block', 'page', 'property'] as const

/**
 * The items in the order of the revert: what the change deleted or edited, then what it made, blocks before their pages, and
 * properties last. A change lists a block before the blocks below it, which go first.
 */
function inTurns(touched: readonly Touched[]): { readonly back: Touched[]; readonly rest: Touched[] } {
  const of = (kind: Touched['kind'], isBack: boolean): Touched[] =>
    touched.filter(
      (one) => one.kind === kind && (one.kind === 'property' || wasThere<GraphRecord>(one.before)) === isBack,
    )
  return {
    back: [...of('page', true), ...of('block', true).toReversed()],
    rest: [...of('block', false).toReversed(), ...of('page', false), ...of('property', true)],
  }
}

/** A name that a page of the same change has is free if the revert takes it from that page. */
export function revert(all: readonly ItemChange[], now: Now, pen: Pen): RevertEdit {
  const touched = new Set(all.map(({ id }) => id))
  const own = [...now.taken].filter(([, holder]) => touched.has(holder))
  if (own.length === 0) return revertWith(all, now, pen)
  const others = new Map([...now.taken].filter(([, holder]) => !touched.has(holder)))
  const edit = revertWith(all, { ...now, taken: others }, pen)
  const isFreed = (holder: string): boolean => {
    const held = now.records.get(holder)?.record
    const put = edit.puts.find(({ record }) => record.id === holder)?.record
    return put?.deleted !== undefined || (put !== undefined && nameOf(put) !== nameOf(held))
  }
  return own.every(([, holder]) => isFreed(holder)) ? edit : revertWith(all, now, pen)
}

const nameOf = (page: GraphRecord | undefined): Json =>
  (page?.kind === 'page' && heldProp(page, PAGE_NAME)?.v) || null

function revertWith(all: readonly ItemChange[], now: Now, pen: Pen): RevertEdit {
  const puts = new Map<string, Put>()
  const touched = all.filter((one) => one.kind !== 'shape' && one.kind !== 'graph')
  const shapes = all.filter((one) => one.kind === 'shape')
  const leftOf = new Map<Touched, LeftAsItIs>()
  let restored = 0
  const stays: Stays = (isMeant) =>
    now.standing.some((one) => {
      const record = puts.get(one.id)?.record ?? one
      return record.deleted === undefined && isMeant(record)
    })
  const leave = (one: Touched, why: string): void => {
    const { id, kind } = one
    leftOf.set(one, kind === 'property' ? { kind, id, key: one.key, why } : { kind, id, why })
  }
  const restore = (one: Touched): void => {
    const { id, kind } = one
    const held = puts.get(id)?.record ?? now.records.get(id)?.record
    const isTaken =
      now.taken.has(id) &&
      (one.kind === 'page'
        ? wasThere<GraphRecord>(one.before)
        : one.kind === 'property' && one.key === PAGE_NAME)
    if (isTaken) return leave(one, WHY_LEFT.nameTaken)
    const back =
      one.kind !== 'property' && one.after.deleted !== undefined
        ? undeleted(one, held, pen)
        : held && held.deleted === undefined
          ? backOf(one, held, stays, pen)
          : gone(kind)
    if (typeof back === 'string') return leave(one, back)
    puts.set(id, { record: back, from: now.records.get(id)?.seq ?? 0 })
    restored++
  }

  // Without its old name, the page keeps its references too.
  const isStuck = touched.some(
    (one) => one.kind === 'property' && one.key === PAGE_NAME && now.taken.has(one.id),
  )
  if (isStuck) {
    for (const one of touched) leave(one, WHY_LEFT.nameTaken)
    return {
      puts: [],
      restored: 0,
      left: KINDS.flatMap((kind) => touched.flatMap((one) => (one.kind === kind ? [leftOf.get(one)!] : []))),
    }
  }
  const { back, rest } = inTurns(touched)
  back.forEach(restore)
  for (const { id, before, after } of shapes) {
    const held = now.records.get(id)
    if (held && before === null && isAs(held.record, after) && after.deleted === undefined)
      puts.set(id, { record: remove(held.record, pen.now), from: held.seq })
    const done = before && held?.record.deleted !== undefined ? asItWas(held.record, before, pen) : undefined
    const home = before ? puts.get(before.place.pageId) : undefined
    if (done && 'record' in done && home && home.record.deleted === undefined)
      puts.set(id, { record: done.record, from: held!.seq })
  }
  const homeless = new Set(settlePlaces(now, puts, pen))
  for (const one of back)
    if (one.kind === 'block' && homeless.has(one.id)) {
      leave(one, WHY_LEFT.pageDeleted)
      restored--
    }
  rest.forEach(restore)
  const left = KINDS.flatMap((kind) =>
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
  const isMoved = wasThere(before) && !isSamePlace(before.place, after.place)
  const isReworded = !wasThere(before) || before.words.text !== after.words.text
  if ((isReworded || !isMoved) && held.words.text !== after.words.text) return WHY_LEFT.changed
  if (!isSamePlace(held.place, after.place)) return WHY_LEFT.moved
  if (wasThere(before)) {
    const back = isReworded ? reword(held, before.words.text, pen.newId(), pen.now) : held
    const placed = isMoved ? moveTo(back, before.place, pen.now) : back
    return before.versions && !after.versions ? withVersionsOf(placed, before.versions) : placed
  }
  if (stays((one) => one.kind === 'block' && one.place.parentId === id)) return WHY_LEFT.hasBlocks
  // Versions of another device that nobody has picked or dropped yet.
  if (held.versions !== undefined && held.versions.length > 0) return WHY_LEFT.hasVersions
  return remove(held, pen.now)
}

const isSamePlace = (a: BlockRecord['place'], b: BlockRecord['place']): boolean =>
  a.pageId === b.pageId && a.parentId === b.parentId && a.order === b.order

/** The block or page that the change deleted, as it was; or why it is not brought back. */
function undeleted(
  { before, kind }: Extract<Touched, { readonly kind: 'block' | 'page' }>,
  held: GraphRecord | undefined,
  pen: Pen,
): GraphRecord | string {
  if (held?.kind === kind && held.deleted === undefined) return WHY_LEFT.back
  const back = wasThere<GraphRecord>(before) ? asItWas(held, before, pen) : undefined
  return back && 'record' in back ? back.record : WHY_LEFT.deleted
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
