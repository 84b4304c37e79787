/**
 * Adds a block: always a new one, at the end of its page or parent unless `start` is given. The first block of a day
 * creates its page.
 * @see decisions 1.3, 1.5
 */
import { isoDay, readCheckbox, type Day } from '@notegraph/block-text'
import type { AddBlock } from '@notegraph/contract'
import { recreatePage, journalId, makeBlock, makePage, orderBetween, type PageRecord } from '@notegraph/graph'
import type { Put, StoredBlock, ItemChange, VersionedRecord } from '@notegraph/store'
import { ok, refuse, type Result } from '../refusal.ts'
import type { Edit, WriteContext } from './edit.ts'
import { named } from './summary.ts'
import { fitting, readText } from './text.ts'
import { BAD_REQUESTS } from '../request-errors.ts'

/** The target of a block: an existing page, or a day to create. */
export type AddTarget =
  | {
      readonly page: { readonly id: string; readonly name: string }
      /** The lowest and highest order of the page's blocks; undefined on an empty page. */
      readonly edges?: { readonly low: number; readonly high: number } | undefined
      /** The live block of `parentId`, if it exists. */
      readonly parent?: StoredBlock | undefined
      /** Whether the parent is on the deepest level for blocks. */
      readonly isDeepest?: boolean
    }
  | {
      readonly start: Day
      /** The day's deleted page, if it ever existed. */
      readonly held?: VersionedRecord<PageRecord> | undefined
    }

export interface AddBlockEdit extends Edit {
  readonly blockId: string
}

/** @returns 400 for an invalid text, or a `parentId` that is not on the page */
export function addBlock(target: AddTarget, body: AddBlock, context: WriteContext): Result<AddBlockEdit> {
  const id = context.newId()
  const sent = readText('text', withoutBullet(body.text), id, context)
  if (!sent.ok) {
    // The position of a fault counts from the start of the text as sent.
    const whole = readText('text', body.text, id, context)
    return whole.ok ? sent : whole
  }
  const content = fitting('text', sent.value)
  if (!content.ok) return content
  const page = pageOf(target, context)
  const parentId = body.parentId ?? null
  const parent = 'page' in target ? target.parent : undefined
  if (parentId !== null && parent?.pageId !== page.id)
    return refuse(BAD_REQUESTS.notOnPage(parentId, page.name))
  if (parentId !== null && 'page' in target && target.isDeepest) return refuse(BAD_REQUESTS.tooDeep(parentId))
  const block = makeBlock({
    id,
    content: content.value,
    rev: context.newId(),
    pageId: page.id,
    parentId,
    order: orderAt(body.position ?? 'end', 'page' in target ? target.edges : undefined),
    now: context.now,
  })
  return ok({
    puts: [...page.puts, { record: block, from: 0 }],
    touched: [...page.touched, { kind: 'block', id, before: null, after: block }],
    summary: `Added a block to ${named(page.name)}`,
    page: page.name,
    pageId: page.id,
    blockId: id,
  })
}

/**
 * One bullet at the start is a way of writing a block, not part of its words. A box after it is its marker. White space that is a control character
 * stays, so that it is refused.
 * @see assistants 1.3
 * @see decisions 2.11
 */
function withoutBullet(text: string): string {
  const item = text.replace(/^[^\S\v\f]*[-*+][ \t]+(?=\S)/, '')
  return item === text ? text : (readCheckbox(item)?.text ?? item)
}

interface Page {
  readonly id: string
  readonly name: string
  readonly puts: readonly Put[]
  readonly touched: readonly ItemChange[]
}

/** The page, or the new page of the day. */
export function pageOf(target: AddTarget, { now }: WriteContext): Page {
  if ('page' in target) return { ...target.page, puts: [], touched: [] }
  const { start, held } = target
  const id = journalId(start)
  const name = isoDay(start)
  const after = held ? recreatePage(held.record, name, now) : makePage({ id, name, now })
  return {
    id,
    name,
    puts: [{ record: after, from: held?.seq ?? 0 }],
    touched: [{ kind: 'page', id, before: held?.record ?? null, after }],
  }
}

/** Before or after all blocks of the page, and so before or after its siblings. */
export function orderAt(
  position: 'start' | 'end',
  edges: { readonly low: number; readonly high: number } | undefined,
): number {
  if (!edges) return 1
  const { low, high } = edges
  return position === 'start'
    ? (orderBetween(undefined, low) ?? Math.max(low - gap(low), -Number.MAX_VALUE))
    : (orderBetween(high, undefined) ?? Math.min(high + gap(high), Number.MAX_VALUE))
}

/** Beyond 2^53, neighboring numbers differ by more than 1. */
const gap = (order: number): number => Math.abs(order) * Number.EPSILON
