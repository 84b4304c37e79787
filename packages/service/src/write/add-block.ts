/**
 * Adding a block: always a new one, last on its page or under its parent unless it is to be first. A day that nobody has
 * written on is started.
 * @see decisions 1.3, 1.5
 */
import { isoDay, type Day } from '@notegraph/block-text'
import type { AddBlock } from '@notegraph/contract'
import { recreatePage, journalId, makeBlock, makePage, orderBetween, type PageRecord } from '@notegraph/graph'
import type { Put, StoredBlock, Touched, Versioned } from '@notegraph/store'
import { ok, refuse, type Result } from '../refusal.ts'
import type { Edit, WriteContext } from './edit.ts'
import { named } from './summary.ts'
import { fitting, readText } from './text.ts'
import { BAD_REQUESTS } from '../request-errors.ts'

/** Where a block is to go: on a page that is there, or on a day that is to be started. */
export type AddTarget =
  | {
      readonly page: { readonly id: string; readonly name: string }
      /** The least and greatest order of the blocks on the page; none on an empty one. */
      readonly edges?: { readonly low: number; readonly high: number } | undefined
      /** The live block that `parentId` names, if there is one. */
      readonly parent?: StoredBlock | undefined
      /** Whether the parent is on the last level on which blocks may stand. */
      readonly isDeepest?: boolean
    }
  | {
      readonly start: Day
      /** The day's page as it was deleted, if it ever was there. */
      readonly held?: Versioned<PageRecord> | undefined
    }

export interface BlockAdded extends Edit {
  readonly blockId: string
}

/** @returns 400 for a text that no block can have, or a `parentId` that is not on the page */
export function addBlock(target: AddTarget, body: AddBlock, context: WriteContext): Result<BlockAdded> {
  const id = context.newId()
  const sent = readText('text', body.text, id, context)
  if (!sent.ok) return sent
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

interface Page {
  readonly id: string
  readonly name: string
  readonly puts: readonly Put[]
  readonly touched: readonly Touched[]
}

/** The page, or the day started. */
function pageOf(target: AddTarget, { now }: WriteContext): Page {
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

/** Before or behind all blocks of the page, so before or behind its siblings too. */
function orderAt(
  position: 'start' | 'end',
  edges: { readonly low: number; readonly high: number } | undefined,
): number {
  if (!edges) return 1
  const { low, high } = edges
  return position === 'start'
    ? (orderBetween(undefined, low) ?? Math.max(low - gap(low), -Number.MAX_VALUE))
    : (orderBetween(high, undefined) ?? Math.min(high + gap(high), Number.MAX_VALUE))
}

/** Beyond 2^53 numbers stand wider apart than 1: at least as far as the next one. */
const gap = (order: number): number => Math.abs(order) * Number.EPSILON
