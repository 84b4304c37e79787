/**
 * Sets properties of a page in one change. Every key is checked before anything is written. Equal values stay as they
 * are.
 * @see decisions 3.5 to 3.8
 */
import { fileIds } from '@notegraph/block-text'
import { LIMITS } from '@notegraph/contract'
import { heldProp, isOwnersKey, propText, setProps, type PageRecord } from '@notegraph/graph'
import { findType, PAGE_TYPES } from '@notegraph/page-types'
import type { ItemChange, VersionedRecord } from '@notegraph/store'
import { ok, refuse, type Result } from '../refusal.ts'
import type { Edit, WriteContext } from './edit.ts'
import { listsOf, readProperties, typeOf, type Entries, type PropertyValue } from './property-values.ts'
import { named, namedAll } from './summary.ts'
import { BAD_REQUESTS } from '../request-errors.ts'

export interface TargetPage extends VersionedRecord<PageRecord> {
  /** As readers see it. */
  readonly pageName: string
}

export interface PropertiesSet {
  /** Each key as the page has it, `type` first. */
  readonly keys: readonly string[]
  /** 409 for a managed picture; undefined if the page has all values already. */
  readonly edit: Result<Edit | undefined>
  /** The lists that names were added to or removed from, before and after. */
  readonly lists: ReturnType<typeof listsOf>
}

/** @returns 400 for an invalid key or value, and for more than a page may have */
export function setProperties(
  page: TargetPage,
  entries: Entries,
  context: WriteContext,
): Result<PropertiesSet> {
  const { record } = page
  const declared = findType(typeOf(record), context.types ?? PAGE_TYPES)
  const read = readProperties(entries, declared, context, (key) => textOf(record, key) ?? '')
  if (!read.ok) return read
  const changed = read.value.filter(({ key, value }) => !says(record, key, value))
  const after = setProps(
    record,
    changed.map(({ key, value }) => [key, value]),
    context.now,
  )
  const size = sizeOf(after)
  if (size > LIMITS.pageProperties && size > sizeOf(record))
    return refuse(BAD_REQUESTS.propertiesTooLong(size))
  return ok({
    keys: read.value.map(({ key }) => key),
    edit: editOf(page, read.value, changed, after, context),
    lists: listsOf(read.value),
  })
}

function editOf(
  { record, seq, pageName }: TargetPage,
  asked: readonly PropertyValue[],
  changed: readonly PropertyValue[],
  after: PageRecord,
  { origin }: WriteContext,
): Result<Edit | undefined> {
  const picture = asked.some(({ key }) => key === 'image') && textOf(record, 'image')
  if (picture && fileIds(picture, origin).length > 0) return refuse({ code: 'conflict', why: 'picture_kept' })
  if (changed.length === 0) return ok(undefined)
  const { id } = record
  const touched = changed.map(({ key, value }): ItemChange => ({
    kind: 'property',
    id,
    key,
    before: heldProp(record, key)?.v ?? null,
    after: value,
  }))
  return ok({
    puts: [{ record: after, from: seq }],
    touched,
    summary: summaryOf(changed, pageName),
    page: pageName,
    pageId: id,
  })
}

function summaryOf(changed: readonly PropertyValue[], page: string): string {
  const labels = namedAll(changed.map(({ label }) => label))
  return changed.every(({ value }) => value === null)
    ? `Took ${labels} off ${named(page)}`
    : `Set ${labels} of ${named(page)}`
}

const textOf = (page: PageRecord, key: string): string | undefined => {
  const held = heldProp(page, key)
  return held && propText(held.v)
}

/** Whether the page has exactly this value; a blank value counts as none. */
function says(page: PageRecord, key: string, value: string | null): boolean {
  const held = textOf(page, key) ?? null
  return value === null ? held === null || held.trim() === '' : held === value
}

/** The size of all keys and values, and of the keys ever cleared. @see decisions 3.8 */
function sizeOf(page: PageRecord): number {
  let size = 0
  for (const [key, { v }] of Object.entries(page.props))
    if (isOwnersKey(key)) size += key.length + propText(v).length
  return size
}
