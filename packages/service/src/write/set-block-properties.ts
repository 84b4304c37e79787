/**
 * Sets properties of a block in one change, each in its line. Every key and value is checked before anything is
 * written.
 * @see assistants 2.2
 */
import { editProperties, fileIds, namesFile, parseBlock } from '@notegraph/block-text'
import { LIMITS } from '@notegraph/contract'
import { propertyKey, quote, storeText } from '@notegraph/page-types'
import { namesAFile, tooLong } from '../error-messages.ts'
import { ok, refuse, type Result } from '../refusal.ts'
import { rewordedBlock, type TargetBlock } from './block.ts'
import type { Edit, WriteContext } from './edit.ts'
import { isBlank, type Entries } from './property-values.ts'
import { named, namedAll } from './summary.ts'

export interface BlockPropertiesSet {
  /** Each key as the block has it. */
  readonly keys: readonly string[]
  /** 409 for a value with a file; undefined if the block has all values already. */
  readonly edit: Result<Edit | undefined>
}

/** @returns 400 for an invalid key or value, and for more than a block may hold */
export function setBlockProperties(
  block: TargetBlock,
  entries: Entries,
  context: WriteContext,
): Result<BlockPropertiesSet> {
  const read = readEntries(entries, context.origin)
  if (!read.ok) return read
  const keys = [...read.value.keys()]
  const old = block.record.words.text
  const edited = editProperties(old, read.value)
  if (!edited.ok) return bad(`The property ${quote(edited.key)} cannot be stored.`)
  const { content } = edited
  if (content.length > Math.max(LIMITS.blockText, old.length))
    return bad(tooLong('The block with these properties', LIMITS.blockText, content.length))
  const holdsFile = parseBlock(old).properties.some(
    ({ key, value }) =>
      read.value.has(key) && read.value.get(key) !== value && fileIds(value, context.origin).length > 0,
  )
  if (holdsFile) return ok({ keys, edit: refuse({ code: 'conflict', why: 'file_kept' }) })
  if (content === old) return ok({ keys, edit: ok(undefined) })
  const summary = `Set ${namedAll(keys)} of a block on ${named(block.pageName)}`
  return ok({ keys, edit: ok(rewordedBlock(block, content, summary, context)) })
}

function readEntries(entries: Entries, origin: string | undefined): Result<Map<string, string | null>> {
  const read = new Map<string, string | null>()
  for (const [written, value] of entries) {
    const key = propertyKey(written)
    if (!key.ok) return bad(key.why)
    if (read.has(key.key)) return bad(`${quote(written)} is named twice. Send the property once.`)
    const words = `The property ${quote(key.key)}`
    if (namesFile(key.key, origin)) return bad(namesAFile(words))
    const stored = isBlank(value) ? undefined : storeText(words, value)
    if (stored && !stored.ok) return bad(stored.error)
    if (stored && stored.value.length > LIMITS.propertyValue)
      return bad(tooLong(words, LIMITS.propertyValue, stored.value.length))
    if (stored && namesFile(stored.value, origin)) return bad(namesAFile(words))
    read.set(key.key, stored?.value ?? null)
  }
  return ok(read)
}

const bad = (error: string) => refuse({ code: 'bad_request', error })
