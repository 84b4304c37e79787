/**
 * Checks a text that a program sends and prepares it for storage: trims it and completes its dates. A rejected text
 * gives a fault as data. Callers turn the fault into a message.
 *
 * @see decisions 2.1, 2.3, 2.4, 2.8, 2.11
 */
import { parseBlock } from './parse.ts'
import { isSurrogate } from './char.ts'
import { namesFile } from './file.ts'
import { completeDates, newIdleRepeater, newUndatedLine } from './complete-dates.ts'
import type { ReadDayWord } from './date-line.ts'
import { normalizeLines } from './normalize.ts'
import { withoutIdLines } from './search.ts'

/** The reason why a text cannot be stored. */
export type TextFault =
  | { readonly fault: 'empty' }
  /** `at` is an index into the text as sent; `character` is the code point, such as `U+0007`. */
  | { readonly fault: 'control_character'; readonly at: number; readonly character: string }
  | { readonly fault: 'names_file' }
  /** `day` is the text of the day, such as `2026-02-30`. */
  | { readonly fault: 'no_such_day'; readonly day: string }
  /** A line that begins like a date and has no day, such as `DEADLINE: soon`. */
  | { readonly fault: 'no_day'; readonly line: string }
  /** A repeater that moves nothing, such as `+0d`. */
  | { readonly fault: 'idle_repeater'; readonly repeater: string }

/** The block and the service that a text is for. */
export interface InputOptions {
  /** The id of the block to update. An `id::` line with this id stays; any other `id::` line is removed. */
  readonly ownId?: string
  /** The service's own origin, such as `https://notes.example`. */
  readonly origin?: string
  /** Reads the day of a date line that is not written as `2026-11-20`, such as `friday`. */
  readonly readDay?: ReadDayWord
  /** The content of the block before, whose lines may stay as they are. Default: a new block. */
  readonly old?: string
  /** Whether the text may name files of the account, as on a device, which adds them. */
  readonly files?: boolean
}

/**
 * Checks and prepares a text as sent. Store the returned `content`.
 *
 * @returns `ok: true` with the content, or `ok: false` with the fault; nothing throws
 * @example
 * readInput(' TODO pay rent ') // { ok: true, content: 'TODO pay rent' }
 * readInput('DEADLINE: 2026-02-30') // { ok: false, fault: 'no_such_day', day: '2026-02-30' }
 */
export function readInput(
  text: string,
  options: InputOptions = {},
): { readonly ok: true; readonly content: string } | ({ readonly ok: false } & TextFault) {
  const control = controlCharacter(text)
  if (control >= 0)
    return { ok: false, fault: 'control_character', at: control, character: codePoint(text, control) }
  const trimmed = normalizeLines(text).trim()
  if (trimmed === '') return { ok: false, fault: 'empty' }
  if (!options.files && namesFile(trimmed, options.origin)) return { ok: false, fault: 'names_file' }
  const mended = completeDates(trimmed, options.readDay)
  if ('noSuchDay' in mended) return { ok: false, fault: 'no_such_day', day: mended.noSuchDay }
  const content = withoutOtherIds(mended.content, options.ownId)
  if (content === '') return { ok: false, fault: 'empty' }
  const { old = '' } = options
  const line = newUndatedLine(content, old)
  if (line !== undefined) return { ok: false, fault: 'no_day', line }
  const repeater = newIdleRepeater(content, old)
  return repeater === undefined ? { ok: true, content } : { ok: false, fault: 'idle_repeater', repeater }
}

/** Finds the first control character (Cc, except line breaks and tabs) or lone surrogate; -1 without one. */
function controlCharacter(text: string): number {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x20 ? unit !== 0x09 && unit !== 0x0a && unit !== 0x0d : unit >= 0x7f && unit <= 0x9f) return i
    if (!isSurrogate(unit)) continue
    const next = text.charCodeAt(i + 1)
    if (unit > 0xdbff || !(next >= 0xdc00 && next <= 0xdfff)) return i
    i++
  }
  return -1
}

function codePoint(text: string, at: number): string {
  return `U+${text.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0')}`
}

/** Removes `id::` lines, except those with the block's own id. */
function withoutOtherIds(content: string, ownId: string | undefined): string {
  if (!/^[ \t]*id::/im.test(content)) return content
  return withoutIdLines(parseBlock(content), ownId).trim()
}
