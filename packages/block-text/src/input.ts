/**
 * Text sent by a program, on its way to being a block: checked, trimmed, its dates brought to the stored form. What is
 * refused comes back as a fact, for others to put into words.
 *
 * @see decisions 2.1, 2.3, 2.4, 2.8, 2.11
 */
import { parseBlock } from './parse.ts'
import { isSurrogate } from './char.ts'
import { namesFile } from './file.ts'
import { mendDates } from './mend.ts'
import { normalizeLines } from './normalize.ts'
import { withoutIdLines } from './search.ts'

export type TextFault =
  | { readonly fault: 'empty' }
  /** `at` is the place in the text as sent; `character` its code point, such as `U+0007`. */
  | { readonly fault: 'control_character'; readonly at: number; readonly character: string }
  | { readonly fault: 'names_file' }
  /** `day` is as written, such as `2026-02-30`. */
  | { readonly fault: 'no_such_day'; readonly day: string }

export interface InputOptions {
  /** The id of the block that the text is for: an `id::` line that names it stays. */
  readonly ownId?: string
  /** The service's own origin, such as `https://notes.example`. */
  readonly origin?: string
}

/** Reads a text as sent. `content` is what is to be stored. */
export function readInput(
  text: string,
  options: InputOptions = {},
): { readonly ok: true; readonly content: string } | ({ readonly ok: false } & TextFault) {
  const control = controlCharacter(text)
  if (control >= 0)
    return { ok: false, fault: 'control_character', at: control, character: codePoint(text, control) }
  const trimmed = normalizeLines(text).trim()
  if (trimmed === '') return { ok: false, fault: 'empty' }
  if (namesFile(trimmed, options.origin)) return { ok: false, fault: 'names_file' }
  const mended = mendDates(trimmed)
  if ('noSuchDay' in mended) return { ok: false, fault: 'no_such_day', day: mended.noSuchDay }
  const content = withoutOtherIds(mended.content, options.ownId)
  return content === '' ? { ok: false, fault: 'empty' } : { ok: true, content }
}

/** The place of the first control character (Cc, but line breaks and tabs) or lone surrogate, or -1. */
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

/** Without its `id::` lines, unless they name the block itself. */
function withoutOtherIds(content: string, ownId: string | undefined): string {
  if (!/^[ \t]*id::/im.test(content)) return content
  return withoutIdLines(parseBlock(content), ownId).trim()
}
