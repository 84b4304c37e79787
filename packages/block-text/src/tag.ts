/**
 * Tags: finds where a `#tag` can begin and where it ends.
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

/** Marks that end a tag anywhere: first the marks that decisions 2.6 lists, then full-width and typographic forms. */
const ENDS = /* @__PURE__ */ new Set(
  /* @__PURE__ */ Array.from(',!?\'":#)]}。，、；：！？…’”）】」』“‘»›》〉］｝｠＂＇＃｡､｣', (mark) =>
    mark.charCodeAt(0),
  ),
)

/** Whether the unit always ends a tag. */
export function endsTag(unit: number): boolean {
  return ENDS.has(unit)
}

/**
 * Invisible units that end a tag: zero-width spaces, word joiners, marks of direction and deprecated controls. White
 * space holds U+FEFF.
 */
const isInvisible = (unit: number): boolean =>
  unit >= 0x61c &&
  (unit === 0x61c ||
    unit === 0x200b ||
    unit === 0x200e ||
    unit === 0x200f ||
    (unit >= 0x202a && unit <= 0x202e) ||
    (unit >= 0x2060 && unit <= 0x206f))

/** Invisible units that belong to a name between its letters: the joiners of Persian, Indic and emoji, soft hyphens. */
const isJoiner = (unit: number): boolean => unit === 0x200c || unit === 0x200d || unit === 0xad

/** Variation selectors and the keycap, which make a picture of the `#` before them. */
const makesPicture = (unit: number): boolean => unit === 0xfe0e || unit === 0xfe0f || unit === 0x20e3

const LETTER_BEFORE = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]$/u
const MARK_ON_LETTER = /^\p{M}$/u

/** Whether the unit before `at` is a letter or digit after which a `#` begins no tag, as in `C#`. */
export function followsLetter(text: string, at: number): boolean {
  let i = at - 1
  let unit = text.charCodeAt(i)
  // A combining accent belongs to the letter before it.
  while (unit >= 0x300 && MARK_ON_LETTER.test(text.charAt(i))) unit = text.charCodeAt(--i)
  if (unit < 128) return isDigit(unit) || isAsciiLetter(unit)
  return unit >= 0xaa && LETTER_BEFORE.test(text.charAt(i))
}

/**
 * Finds the end of the tag whose name begins at `start`, on the line that ends at `end`. The result `start` means that
 * there is no tag. Links, block references, comments, HTML tags and backticks also end a tag, because no name contains
 * them. Joiners belong to a name only between its letters.
 */
export function tagEnd(text: string, start: number, end: number, emphasis: Emphasis): number {
  if (makesPicture(text.charCodeAt(start)) || isJoiner(text.charCodeAt(start))) return start
  let after = firstEnd(text, start, end, emphasis)
  while (after > start && isJoiner(text.charCodeAt(after - 1))) after--
  return after
}

function firstEnd(text: string, start: number, end: number, emphasis: Emphasis): number {
  for (let i = start; i < end;) {
    const unit = text.charCodeAt(i)
    if (isSpace(unit) || isInvisible(unit) || ENDS.has(unit) || unit === BACKTICK) return i
    if (beginsOther(text, i, unit, end)) return i
    if (unit === DOT || unit === SEMICOLON) {
      let after = i + 1
      while (after < end && isMark(text.charCodeAt(after))) after++
      if (after >= end || isSpace(text.charCodeAt(after)) || isInvisible(text.charCodeAt(after))) return i
      // Each skipped mark can itself end the tag, so the first that does is its end.
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

/** Finds the first mark of a run that ends a tag by itself; otherwise the end of the run. */
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

/**
 * Whether a link, a block reference, an escaped `#`, a comment or an HTML tag begins at `at`. `end` is the end of the
 * line.
 */
function beginsOther(text: string, at: number, unit: number, end: number): boolean {
  if (unit === BRACKET_OPEN) return text.charCodeAt(at + 1) === BRACKET_OPEN
  if (unit === PAREN_OPEN) return text.charCodeAt(at + 1) === PAREN_OPEN && isUuidAt(text, at + 2)
  if (unit === BACKSLASH) return text.charCodeAt(at + 1) === HASH
  return unit === LESS && (text.startsWith('<!--', at) || htmlTagEnd(text, at, end) >= 0)
}
