/** Changes a part of the words of a block: literal text, as often as the caller expects it. @see assistants 2.1 */
import {
  fileIds,
  namesFile,
  newUndatedLine,
  normalizeLines,
  readInput,
  replaceWords,
} from '@notegraph/block-text'
import { LIMITS, type ReplaceText } from '@notegraph/contract'
import { namesAFile, textFaultWords, tooLong } from '../error-messages.ts'
import { badRequest, ok, refuse, type Result } from '../refusal.ts'
import { BAD_REQUESTS } from '../request-errors.ts'
import { rewordedBlock, type TargetBlock } from './block.ts'
import type { Edit, WriteContext } from './edit.ts'
import { named } from './summary.ts'

/** Names the new content in messages. */
const RESULT = 'text with the replacement'

/**
 * @returns undefined if nothing changes; 400 for an invalid text; 409 for a block with a file, or another count
 */
export function replaceInBlock(
  block: TargetBlock,
  { find, replace, expect = 1, whole = false }: ReplaceText,
  context: WriteContext,
): Result<Edit | undefined> {
  const checked = checkTexts(find, replace, context)
  if (!checked.ok) return checked
  const old = block.record.words.text
  if (fileIds(old, context.origin).length > 0) return refuse({ code: 'conflict', why: 'file_kept' })
  const replaced = replaceWords(old, normalizeLines(find), normalizeLines(replace), { expect, whole })
  if ('found' in replaced) return refuse({ code: 'conflict', why: 'found', ...replaced, expect, whole })
  if ('reaches' in replaced) return refuse(BAD_REQUESTS.replacesParts)
  const { content } = replaced
  if (content === old) return ok(undefined)
  if (content.trim() === '') return refuse(BAD_REQUESTS.leavesNothing)
  const undated = newUndatedLine(content, old)
  if (undated !== undefined) return refuse(BAD_REQUESTS.replacesDate(undated))
  if (content.length > Math.max(LIMITS.blockText, old.length))
    return badRequest(tooLong(RESULT, LIMITS.blockText, content.length))
  if (namesFile(content, context.origin)) return badRequest(namesAFile(RESULT))
  return ok(rewordedBlock(block, content, `Changed words of a block on ${named(block.pageName)}`, context))
}

/** The text that a replacement meant, if it is not the text to find itself. @see assistants 13.4 */
export function matchedInstead(
  content: string,
  { find, replace, expect = 1, whole = false }: ReplaceText,
): { readonly matched?: string } {
  const replaced = replaceWords(content, normalizeLines(find), normalizeLines(replace), { expect, whole })
  return 'content' in replaced && replaced.matched !== undefined ? { matched: replaced.matched } : {}
}

function checkTexts(find: string, replace: string, { origin }: WriteContext): Result<void> {
  if (find === '') return refuse(BAD_REQUESTS.findsNothing)
  const longest = Math.max(find.length, replace.length)
  const name = find.length === longest ? 'find' : 'replace'
  if (longest > LIMITS.blockText) return badRequest(tooLong(name, LIMITS.blockText, longest))
  const sought = readInput(find)
  if (!sought.ok && sought.fault === 'control_character') return badRequest(textFaultWords('find', sought))
  const read = readInput(replace, origin === undefined ? {} : { origin })
  const isFault = !read.ok && (read.fault === 'control_character' || read.fault === 'names_file')
  return isFault ? badRequest(textFaultWords('replace', read)) : ok(undefined)
}
