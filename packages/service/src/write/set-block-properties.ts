/**
 * Sets properties of a block in one change, each in its line. Every key and value is checked before anything is
 * written.
 * @see assistants 2.2
 */
import { editProperties, fileIds, namesFile, parseBlock } from '@notegraph/block-text'
import { LIMITS, type SentValue } from '@notegraph/contract'
import { propertyKey, quote, storeText } from '@notegraph/page-types'
import { namesAFile, tooLong } from '../error-messages.ts'
import { badRequest, ok, refuse, type Result } from '../refusal.ts'
import { rewordedBlock, type TargetBlock } from './block.ts'
import type { Edit, WriteContext } from './edit.ts'
import { editList, isList, notAList, type ListChange } from './list-values.ts'
import { isBlank, listsOf, type Entries } from './property-values.ts'
import { named, namedAll } from './summary.ts'

export interface BlockPropertiesSet {
  /** Each key as the block has it. */
  readonly keys: readonly string[]
  /** 409 for a value with a file; undefined if the block has all values already. */
  readonly edit: Result<Edit | undefined>
  /** The lists that names were added to or removed from, before and after. */
  readonly lists: ReturnType<typeof listsOf>
}

/** @returns 400 for an invalid key or value, and for more than a block may hold */
export function setBlockProperties(
  block: TargetBlock,
  entries: Entries,
  context: WriteContext,
): Result<BlockPropertiesSet> {
  const old = block.record.words.text
  const held = new Map(parseBlock(old).properties.map(({ key, value }) => [key, value]))
  const read = readEntries(entries, held, context.origin)
  if (!read.ok) return read
  const values = new Map(Array.from(read.value, ([key, { value }]) => [key, value]))
  const keys = [...values.keys()]
  const lists = listsOf(Array.from(read.value, ([key, { list }]) => ({ key, ...(list && { list }) })))
  const edited = editProperties(old, values)
  if (!edited.ok) return badRequest(`The property ${quote(edited.key)} cannot be stored.`)
  const { content } = edited
  if (content.length > Math.max(LIMITS.blockText, old.length))
    return badRequest(tooLong('The block with these properties', LIMITS.blockText, content.length))
  const holdsFile = parseBlock(old).properties.some(
    ({ key, value }) =>
      values.has(key) && values.get(key) !== value && fileIds(value, context.origin).length > 0,
  )
  if (holdsFile) return ok({ keys, lists, edit: refuse({ code: 'conflict', why: 'file_kept' }) })
  if (content === old) return ok({ keys, lists, edit: ok(undefined) })
  const summary = `Set ${namedAll(keys)} of a block on ${named(block.pageName)}`
  return ok({ keys, lists, edit: ok(rewordedBlock(block, content, summary, context)) })
}

/** The value of a property to store, with the list before and after if names were added or removed. */
interface ReadEntry {
  readonly value: string | null
  readonly list?: ListChange
}

function readEntries(
  entries: Entries,
  held: ReadonlyMap<string, string>,
  origin: string | undefined,
): Result<Map<string, ReadEntry>> {
  const read = new Map<string, ReadEntry>()
  for (const [written, value] of entries) {
    const key = propertyKey(written)
    if (!key.ok) return badRequest(key.why)
    if (read.has(key.key)) return badRequest(`${quote(written)} is named twice. Send the property once.`)
    const words = `The property ${quote(key.key)}`
    if (namesFile(key.key, origin)) return badRequest(namesAFile(words))
    const entry = readEntry(words, key.key, value, held.get(key.key) ?? '')
    if (!entry.ok) return entry
    const stored = entry.value.value ?? ''
    if (stored.length > LIMITS.propertyValue)
      return badRequest(tooLong(words, LIMITS.propertyValue, stored.length))
    if (namesFile(stored, origin)) return badRequest(namesAFile(words))
    read.set(key.key, entry.value)
  }
  return ok(read)
}

function readEntry(words: string, key: string, value: SentValue, held: string): Result<ReadEntry> {
  if (typeof value === 'object' && value !== null)
    return isList(key) ? editList(words, held, value, false) : notAList(words)
  if (isBlank(value)) return ok({ value: null })
  const stored = storeText(words, value)
  return stored.ok ? ok({ value: stored.value }) : badRequest(stored.error)
}
