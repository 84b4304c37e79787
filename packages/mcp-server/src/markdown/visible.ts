/**
 * Makes text of notes safe to show beside the service's words. Invisible characters become visible, and no text looks
 * like the mark of a block. `asWritten` reverses this, so that a block survives being read and written again.
 */
import { dataAddresses, replaceData, type DataAddress } from '@notegraph/block-text'
import { escaped } from '@notegraph/page-types'

/** Invisible characters: controls, separators, ignorable and annotating characters, lone surrogates. */
const UNSEEN = /[[\p{Cc}--[\n\t]]\p{Zl}\p{Zp}\p{Cs}\p{DI}\uFFF9-\uFFFB]/v

const EMOJI = String.raw`\p{Extended_Pictographic}[\uFE0E\uFE0F]?\p{Emoji_Modifier}?`
const JOINING = [
  'Arabic',
  'Syriac',
  'Deva',
  'Beng',
  'Guru',
  'Gujr',
  'Orya',
  'Taml',
  'Telu',
  'Knda',
  'Mlym',
  'Sinh',
]
  .map((script) => String.raw`\p{sc=${script}}`)
  .join('')

/** Invisible characters with a purpose: in emoji, in a variant of a Han character, in joining scripts. */
const IN_PLACE = [
  String.raw`\p{RGI_Emoji}`,
  String.raw`${EMOJI}(?:\u200D${EMOJI})*`,
  String.raw`[\d#*]\uFE0F?\u20E3`,
  String.raw`\p{sc=Han}[\uFE00-\uFE02\u{E0100}-\u{E01EF}]`,
  String.raw`[${JOINING}][\u200C\u200D]`,
].join('|')

const EACH_UNSEEN = new RegExp(`${IN_PLACE}|${UNSEEN.source}`, 'gv')

/** Text that looks like the mark of a block, with an id of any length. */
const MARK = /(^|\s)\^(?=[\w.-])/gm

/** Matches almost all text in most scripts: nothing in the text is invisible or a mark. */
const PLAIN =
  /^[\x20-\x5D\x5F-\x7E\n\t\u00A0-\u00AC\u00AE-\u034E\u0350-\u061B\u2010-\u2027\u2030-\u205F\u3000-\u3163\u3165-\uD7FF\uFF01-\uFF9F]*$/

/** `data:image/png, 4.2 MB` in place of its bytes, which no model can see. @see assistants 12.5 */
const dataWords = ({ type, bytes }: DataAddress): string =>
  `data:${type}, ${sizeWords((bytes.length * 3) / 4)}`

const sizeWords = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`

/** The visible text. */
export function visible(written: string): string {
  const text = replaceData(written, dataWords)
  if (PLAIN.test(text)) return text
  const seen = UNSEEN.test(text) ? text.replaceAll(EACH_UNSEEN, shown) : text
  return seen.replaceAll(MARK, '$1\\^')
}

/** The text on one line. */
export const visibleLine = (text: string): string => visible(text).replaceAll('\n', ' ')

/** The text on one line in quotes; nothing in the text ends the quotes. */
export const quoted = (text: string): string => `"${escaped(visibleLine(text))}"`

/** The text on one line in double brackets; nothing in the text ends the brackets. */
export const bracketed = (text: string): string => `[[${visibleLine(withoutEnd(text))}]]`

/** Text that would end double brackets, or escape their end. */
const MAY_END = /\]\]|[\]\\]$/
const ENDING = /\\|\]{2,}|\]$/g

const withoutEnd = (text: string): string =>
  MAY_END.test(text) ? text.replaceAll(ENDING, (found) => found.replaceAll(/./g, '\\$&')) : text

/** A character with a purpose stays; any other is one code point. */
const shown = (found: string): string => (UNSEEN.test(found) && isOne(found) ? codeOf(found) : found)
const isOne = (found: string): boolean => found.length === (found.codePointAt(0)! > 0xffff ? 2 : 1)
const codeOf = (found: string): string =>
  `<U+${found.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}>`

/**
 * Reverses `visible` in a text that a model wrote from a shown text.
 * @param held the original text
 */
export function asWritten(text: string, held: string): string {
  let written = withData(text, held)
  if (PLAIN.test(held)) return written
  for (const [found] of held.matchAll(EACH_UNSEEN)) {
    const code = shown(found)
    if (code !== found) written = written.replaceAll(code, found)
  }
  for (const [, word] of held.matchAll(/(?:^|\s)\^([\w.-]+)/gm))
    written = written.replaceAll(`\\^${word}`, `^${word}`)
  return written
}

/** Puts the bytes of each file back in place of its type and size. */
function withData(text: string, held: string): string {
  let written = ''
  let rest = text
  for (const address of dataAddresses(held)) {
    const short = dataWords(address)
    const at = rest.indexOf(short)
    if (at < 0) continue
    written += rest.slice(0, at) + address.written
    rest = rest.slice(at + short.length)
  }
  return written + rest
}
