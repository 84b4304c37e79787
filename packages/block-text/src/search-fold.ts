/**
 * The one folding of search. Names fold by `fold`; search also ignores what people do not type: forms of width, kinds of
 * quotes, dashes and blanks, and invisible characters. Marks of Latin, Greek and Cyrillic letters are kept apart.
 *
 * @see decisions 5.1
 */
import { foldCase, isAscii } from './fold.ts'

/** Marks of letters, by the place of the letter in a text. Each is a decomposed sequence. */
export type LetterMarks = ReadonlyMap<number, string>

/** A text as search compares it. */
export interface SearchedText {
  /** The folded text. Latin, Greek and Cyrillic letters have no marks. */
  readonly words: string
  /** The marks that these letters have. */
  readonly marks: LetterMarks
}

/** A searched text, and for each of its units the range of the original text that it was made of. */
export interface PlacedText extends SearchedText {
  readonly startOf: (at: number) => number
  readonly endOf: (at: number) => number
}

const NO_MARKS: LetterMarks = /* @__PURE__ */ new Map()

/**
 * Folds a text for search, and keeps outer white space.
 *
 * @example
 * searchedText('L’Été').words // "l'ete"
 */
export function searchedText(text: string): SearchedText {
  let words = ''
  let marks: Map<number, string> | undefined
  /** The beginning of letters that only change to lower case. */
  let from = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit <= 0x7f || isSimpleUnit(unit)) continue
    if (!isAlone(unit)) return withoutLetterMarks(compared(text))
    words += text.slice(from, i).toLowerCase()
    const code = text.codePointAt(i) ?? unit
    const one = (FOLDED[code] ??= withoutLetterMarks(compared(String.fromCodePoint(code))))
    for (const [at, mark] of one.marks) (marks ??= new Map()).set(words.length + at, mark)
    words += one.words
    if (code > 0xffff) i++
    from = i + 1
  }
  return { words: words + text.slice(from).toLowerCase(), marks: marks ?? NO_MARKS }
}

/** Characters that fold alone, by their codes, once they were seen. */
const FOLDED: SearchedText[] = []

/**
 * Folds a text for search, without its marks.
 *
 * @example
 * foldForSearch('Ｃafé') // 'cafe'
 */
export const foldForSearch = (text: string): string => searchedText(text).words

/**
 * Folds a text and remembers the places, to show what a search found.
 *
 * @example
 * placedText('ﬁt').endOf(0) // 1
 */
export function placedText(text: string): PlacedText {
  if (isAscii(text))
    return { words: text.toLowerCase(), marks: NO_MARKS, startOf: (at) => at, endOf: (at) => at + 1 }
  const marks = new Map<number, string>()
  const starts: number[] = []
  const ends: number[] = []
  let words = ''
  for (const { 0: part, index } of text.matchAll(PARTS)) {
    const folded = searchedText(part)
    for (const [at, mark] of folded.marks) marks.set(words.length + at, mark)
    words += folded.words
    while (starts.length < words.length) {
      starts.push(index)
      ends.push(index + part.length)
    }
  }
  const { length } = text
  return { words, marks, startOf: (at) => starts[at] ?? length, endOf: (at) => ends[at] ?? length }
}

/**
 * Parts of a text that fold one by one as they fold together. A part is a letter with its marks and with invisible
 * characters, or a Hangul syllable in letters.
 */
const PARTS =
  /(?:[\uac00-\ud7a3]\p{DI}*)?(?:[\u1100-\u11ff\u3131-\u318e\ua960-\ua97c\ud7b0-\ud7fb\uffa0-\uffdc]\p{DI}*)+[\p{M}\p{DI}]*|[^\p{M}\p{DI}][\p{M}\p{DI}\uff9e\uff9f]*|[\p{M}\p{DI}\uff9e\uff9f]+/gu

const INVISIBLE = /([\p{ExtPict}\p{EMod}])(\p{DI}+)|\p{DI}+/gu
/** The joiner and the tags of flags, which tell one emoji from another. */
const OUTSIDE_EMOJI = /[^\u200d\u{e0020}-\u{e007f}]/gu
/** Its compatibility form is a blank with a mark, so it is replaced first. */
const ACUTE = '´'
/** Quotes, dashes and blanks of all kinds, which people type as one each. */
export const SINGLE_QUOTES: RegExp = /[ʹʻʼʽ՚׳‘’‚‛′‵‹›❛❜＇]/gu
export const DOUBLE_QUOTES: RegExp = /[«»ˮ״“”„‟″‶❝❞⹂「」『』〝〞〟﹁﹂﹃﹄｢｣＂]/gu
export const DASHES: RegExp = /\p{Dash}/gu
export const BLANKS: RegExp = /\p{Zs}/gu

/** The form in which texts compare, with all marks that count. */
const compared = (text: string): string =>
  foldCase(
    text
      .replace(INVISIBLE, (_, emoji: string | undefined, rest: string | undefined) =>
        emoji === undefined ? '' : emoji + (rest ?? '').replace(OUTSIDE_EMOJI, ''),
      )
      .replaceAll(ACUTE, "'")
      .replace(DOUBLE_QUOTES, '"')
      .replace(DASHES, '-')
      .normalize('NFKC')
      .replace(SINGLE_QUOTES, "'"),
  ).replace(BLANKS, ' ')

/** A letter that may have marks, with those that follow it. Most letters have none and are left out. */
const LETTER =
  /(?![a-zα-ωа-я](?!\p{M}))[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}](?:(?=\p{M})[\p{sc=Zinh}\p{sc=Greek}\p{sc=Cyrillic}])*/gu
/** A letter of its own, although it decomposes. */
const SHORT_I = 'й'

function withoutLetterMarks(text: string): SearchedText {
  const marks = new Map<number, string>()
  let dropped = 0
  const words = text.replace(LETTER, (written, at: number) => {
    const parts = written.normalize('NFD')
    const letter = written.startsWith(SHORT_I) ? SHORT_I : String.fromCodePoint(parts.codePointAt(0) ?? 0)
    const rest = parts.slice(letter.normalize('NFD').length)
    if (rest === '') return written
    marks.set(at - dropped, rest)
    dropped += written.length - letter.length
    return letter
  })
  return { words, marks: marks.size === 0 ? NO_MARKS : marks }
}

/**
 * Whether a character folds in the same way whatever is beside it, unless a mark or an invisible character is. These
 * are the other letters, signs and emoji of most texts.
 */
const isAlone = (unit: number): boolean =>
  (unit >= 0xa0 && unit <= 0x2ff && unit !== 0xad) ||
  (unit >= 0x370 && unit <= 0x482) ||
  (unit >= 0x48a && unit <= 0x52f) ||
  (unit >= 0x1e00 && unit <= 0x200a) ||
  (unit >= 0x2010 && unit <= 0x2027) ||
  (unit >= 0x202f && unit <= 0x205e) ||
  (unit >= 0x2070 && unit <= 0x20cf) ||
  (unit >= 0x2100 && unit <= 0x2bff) ||
  (unit >= 0x3000 && unit <= 0x3020) ||
  (unit >= 0xd83c && unit <= 0xd83e) ||
  (unit >= 0xff01 && unit <= 0xff9d)

/** Units without case, without another form, and without marks. Most emoji are among them. */
const isSimpleUnit = (unit: number): boolean =>
  (unit >= 0x3400 && unit <= 0x9fff) ||
  (unit >= 0xac00 && unit <= 0xd7a3) ||
  (unit >= 0x430 && unit <= 0x44f) ||
  (unit >= 0x3041 && unit <= 0x3096) ||
  (unit >= 0x30a1 && unit <= 0x30fe) ||
  (unit >= 0x621 && unit <= 0x64a) ||
  (unit >= 0xe01 && unit <= 0xe30) ||
  (unit >= 0x904 && unit <= 0x939) ||
  (unit >= 0xdc00 && unit <= 0xdfff) ||
  unit === 0xd83d ||
  unit === 0x3001 ||
  unit === 0x3002 ||
  unit === 0x964
