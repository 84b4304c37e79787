/**
 * Tags: where a `#tag` may begin and where it ends. The tag's name is all between.
 *
 * @see decisions 2.6
 */
import {
  BACKSLASH,
  BACKTICK,
  BRACKET_OPEN,
  DOT,
  HASH,
  LESS,
  PAREN_OPEN,
  SEMICOLON,
  isDigit,
  isAsciiLetter,
  isMark,
  isSpace,
  runLength,
} from './char.ts'
import { type Emphasis, isEmphasisMark } from './emphasis.ts'
import { htmlTagEnd } from './html.ts'
import { isUuidAt } from './uuid.ts'

/** Marks that end a tag wherever they stand: the named ones, then the full-width and typographic forms. */
const ENDS = /* @__PURE__ */ new Set(
  /* @__PURE__ */ Array.from(',!?\'":#)]}。，、；：！？…’”）】」』“‘»›》〉］｝｠＂＇＃｡､｣', (mark) =>
    mark.charCodeAt(0),
  ),
)

export function endsTag(unit: number): boolean {
  return ENDS.has(unit)
}

const LETTER_BEFORE = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]$/u
const MARK_ON_LETTER = /^\p{M}$/u

/** Whether the unit before `at` is a letter or digit after which a `#` is no tag, as in `C#`. */
export function followsLetter(text: string, at: number): boolean {
  let i = at - 1
  let unit = text.charCodeAt(i)
  // An accent written apart belongs to the letter before it.
  while (unit >= 0x300 && MARK_ON_LETTER.test(text.charAt(i))) unit = text.charCodeAt(--i)
  if (unit < 128) return isDigit(unit) || isAsciiLetter(unit)
  return unit >= 0xaa && LETTER_BEFORE.test(text.charAt(i))
}

/**
 * The end of the tag whose name begins at `start`, on the line that ends at `end`. An end at `start` means no tag.
 * Beside the marks of the rule, a link, a block reference, a comment, an HTML tag or a backtick ends it, since none belongs
 * to a name.
 */
export function tagEnd(text: string, start: number, end: number, emphasis: Emphasis): number {
  for (let i = start; i < end;) {
    const unit = text.charCodeAt(i)
    if (isSpace(unit) || ENDS.has(unit) || unit === BACKTICK || beginsOther(text, i, unit, end)) return i
    if (unit === DOT || unit === SEMICOLON) {
      let after = i + 1
      while (after < end && isMark(text.charCodeAt(after))) after++
      if (after >= end || isSpace(text.charCodeAt(after))) return i
      // None of the marks that are stepped over here ends the tag, or it ends at the first that does.
      i = nextEnd(text, i + 1, after, end, emphasis)
      if (i < after) return i
    } else if (isEmphasisMark(unit)) {
      const after = i + runLength(text, i, unit)
      if (emphasis.closes(i, after)) return i
      i = after
    } else i++
  }
  return end
}

/** The first of a run of marks that ends a tag by itself, else the end of the run. */
function nextEnd(text: string, from: number, to: number, end: number, emphasis: Emphasis): number {
  for (let i = from; i < to; i++) {
    const unit = text.charCodeAt(i)
    if (ENDS.has(unit) || unit === BACKTICK || beginsOther(text, i, unit, end)) return i
    if (isEmphasisMark(unit)) {
      const after = Math.min(i + runLength(text, i, unit), to)
      if (emphasis.closes(i, after)) return i
      i = after - 1
    }
  }
  return to
}

/** @param end of the line */
function beginsOther(text: string, at: number, unit: number, end: number): boolean {
  if (unit === BRACKET_OPEN) return text.charCodeAt(at + 1) === BRACKET_OPEN
  if (unit === PAREN_OPEN) return text.charCodeAt(at + 1) === PAREN_OPEN && isUuidAt(text, at + 2)
  if (unit === BACKSLASH) return text.charCodeAt(at + 1) === HASH
  return unit === LESS && (text.startsWith('<!--', at) || htmlTagEnd(text, at, end) >= 0)
}
