/** A part of a list or page: which part it is, and the call for the rest. */
import { LIMITS, type ToolName } from '@notegraph/contract'
import { callWords, numbered } from '../markdown/words.ts'

/**
 * Bytes of rows that are read for an answer: far more than its Markdown has room for where blocks are shown whole, and
 * enough for it where long ones are cut, so that what is read depends on the answer and not on the notes.
 */
export const READ_WHOLE: number = 1_000_000
export const READ_CUT: number = LIMITS.answerBytes

export interface Part {
  readonly tool: ToolName
  /** Its arguments but for the window; what is left out is not repeated. */
  readonly args: { readonly [name: string]: unknown }
  readonly offset: number
  readonly limit: number
  readonly usualLimit: number
}

/** The call that gives what follows the first `end`. */
export function restCall({ tool, args, limit, usualLimit }: Part, end: number): string {
  const asked = Object.entries(args).filter(([, value]) => value !== undefined)
  return callWords(tool, {
    ...Object.fromEntries(asked),
    ...(limit !== usualLimit && { limit }),
    offset: end,
  })
}

/** `Blocks 301-600 of 1,240. For the rest: read_page {…}`; nothing where all is shown. */
export function partWords(what: string, part: Part, count: number, total: number): string {
  const { offset } = part
  const end = offset + count
  if (offset === 0 && end >= total) return ''
  if (count === 0) return `Offset ${numbered(offset)} is past the end; the total is ${numbered(total)}.`
  const which = `${what} ${numbered(offset + 1)}-${numbered(end)} of ${numbered(total)}`
  return end < total ? `${which}. For the rest: ${restCall(part, end)}` : `${which}, to the end.`
}
