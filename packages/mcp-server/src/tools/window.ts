/** A part of a list or page: its position, and the call for the rest. */
import { LIMITS, type ToolName } from '@notegraph/contract'
import { numbered } from '@notegraph/service'
import { callWords, jsonWords, LONGEST_CALL } from '../markdown/words.ts'

/**
 * Bytes of rows that a tool reads for an answer. `READ_WHOLE` is for answers with whole blocks, and `READ_CUT` for
 * answers with shortened blocks. Both exceed the room of the Markdown, so the cost depends on the answer and not on
 * the notes.
 */
export const READ_WHOLE: number = 1_000_000
export const READ_CUT: number = LIMITS.answerBytes

export interface Part {
  readonly tool: ToolName
  /** The arguments without the window; omitted ones are not repeated. */
  readonly args: { readonly [name: string]: unknown }
  readonly offset: number
  readonly limit: number
  readonly usualLimit: number
}

/**
 * The call for the items after the first `end`. A call that is too long names its long arguments.
 * @param end absent if an argument says where the rest begins
 */
export function restCall({ tool, args, limit, usualLimit }: Part, end: number | undefined): string {
  const asked = Object.entries(args).filter(([, value]) => value !== undefined)
  const window = { ...(limit !== usualLimit && { limit }), ...(end !== undefined && { offset: end }) }
  const call = callWords(tool, { ...Object.fromEntries(asked), ...window })
  if (call.length <= LONGEST_CALL) return call
  const isLong = ([, value]: readonly [string, unknown]): boolean => jsonWords(value).length > LONG_ARGUMENT
  const short = Object.fromEntries(asked.filter((arg) => !isLong(arg)))
  const same = asked.filter(isLong).map(([name]) => name)
  return `${callWords(tool, { ...short, ...window })}, with the same ${same.join(', ')}`
}

/** The most characters of an argument in a call that is too long. */
const LONG_ARGUMENT = 200

/**
 * `Blocks 301-600 of 1,240. For the rest: read_page {…}`; empty if the answer has everything.
 * @param rest the call for the rest, if it is no offset
 */
export function partWords(what: string, part: Part, count: number, total: number, rest?: string): string {
  const { offset } = part
  const end = offset + count
  if (offset === 0 && end >= total) return ''
  if (count === 0) return `Offset ${numbered(offset)} is past the end; the total is ${numbered(total)}.`
  const which = `${what} ${numbered(offset + 1)}-${numbered(end)} of ${numbered(total)}`
  return end < total ? `${which}. For the rest: ${rest ?? restCall(part, end)}` : `${which}, to the end.`
}
