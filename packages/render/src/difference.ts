/** The differences of two versions of a text, word by word, in any script and at a bounded cost. */
// Not from the index of the library, which loads five times as many files.
import { diffArrays } from 'diff/lib/diff/array.js'
import { diffWordsWithSpace } from 'diff/lib/diff/word.js'

/** The most edits; beyond them, both versions are shown whole, without marks. */
const MOST_EDITS = 400
/** The least edits to search for in a long text. */
const FEWEST_EDITS = 20
/**
 * The cost of the differences on one page, in characters times edits in the worst case: about a tenth of a second. A page
 * with several of them divides this budget.
 */
export const EFFORT = 2_000_000

/** A part of a text, and whether the other version lacks it. */
export interface Piece {
  readonly text: string
  readonly differs: boolean
}

/** Both versions in pieces. A missing version has none. */
export type Sides = readonly [before: readonly Piece[] | undefined, after: readonly Piece[] | undefined]

/** How many characters at both ends are equal; none if the texts are, or if one is missing. */
function equalEnds(before = '', after = ''): readonly [start: number, end: number] {
  const least = Math.min(before.length, after.length)
  let start = 0
  while (start < least && before[start] === after[start]) start++
  if (start === before.length && start === after.length) return [0, 0]
  let end = 0
  while (end < least - start && before.at(-1 - end) === after.at(-1 - end)) end++
  return [start, end]
}

/**
 * The pieces of both versions. Those of a long text are cut to the differences and a little around each.
 *
 * @param most the most characters of each version
 * @param effort a part of `EFFORT`
 * @example
 * sidesOf('tea at nine', 'tea at ten', Infinity)[1] // [{ text: 'tea at ', differs: false }, { text: 'ten', differs: true }]
 */
export function sidesOf(
  before: string | undefined,
  after: string | undefined,
  most: number,
  effort: number = EFFORT,
): Sides {
  if (most === Infinity) return pieces(before, after, effort)
  const isAlone = before === undefined || after === undefined
  const [start, end] = isAlone ? [0, 0] : equalEnds(before, after).map((same) => Math.max(0, same - LEAD))
  const part = (text: string | undefined) => text?.slice(start, text.length - end!).toWellFormed()
  const [left, right] = pieces(part(before), part(after), effort)
  const cut = (text: string | undefined, all: readonly Piece[] | undefined) =>
    text === undefined || all === undefined
      ? undefined
      : cutAround(text.length > most ? folded(all, [start! > 0, end! > 0]) : all, most)
  return [cut(before, left), cut(after, right)]
}

/**
 * The pieces of both whole versions. In their order, they make the versions again.
 *
 * @param effort a part of `EFFORT`
 * @example
 * pieces('tea at nine', 'tea at ten')[0] // [{ text: 'tea at ', differs: false }, { text: 'nine', differs: true }]
 */
export function pieces(
  before: string | undefined,
  after: string | undefined,
  effort: number = EFFORT,
): Sides {
  const alone = (text: string | undefined) => (text === undefined ? undefined : [{ text, differs: true }])
  if (before === undefined || after === undefined) return [alone(before), alone(after)]
  const changes = differences(before, after, effort)
  if (!changes) return [alone(before), alone(after)]
  const of = (other: 'added' | 'removed', own: 'added' | 'removed') =>
    changes.filter((change) => !change[other]).map((change) => ({ text: change.value, differs: change[own] }))
  return [of('added', 'removed'), of('removed', 'added')]
}

/** A letter of any script but Latin, because the pattern recognizes only Latin words. */
const OTHER_SCRIPT = /[\p{L}--\p{Script=Latin}]/v
let segmenter: Intl.Segmenter | undefined
const wordsOf = (text: string) =>
  Array.from(
    (segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' })).segment(text),
    ({ segment }) => segment,
  )

interface Difference {
  readonly value: string
  readonly added: boolean
  readonly removed: boolean
}

/** The differences by words. @returns undefined beyond the most edits */
function differences(before: string, after: string, effort: number): readonly Difference[] | undefined {
  const edits = Math.floor(effort / Math.max(before.length, after.length, 1))
  if (edits < FEWEST_EDITS) return undefined
  const options = { maxEditLength: Math.min(edits, MOST_EDITS) }
  if (!OTHER_SCRIPT.test(before) && !OTHER_SCRIPT.test(after))
    return diffWordsWithSpace(before, after, options)
  const changes = diffArrays(wordsOf(before), wordsOf(after), options)
  return changes?.map(({ value, added, removed }) => ({ value: value.join(''), added, removed }))
}

/** Characters around each difference in a cut text. */
const LEAD = 60
const CUT: Piece = { text: '…', differs: false }
/** Words that differ are cut. */
export const MORE: Piece = { text: '…', differs: true }

/**
 * The pieces without the middle of what is equal.
 * @param isCut whether equal text before and after is cut
 */
function folded(all: readonly Piece[], isCut: readonly [before: boolean, behind: boolean]): Piece[] {
  if (!all.some(({ differs }) => differs)) return [...all]
  const shown = all.flatMap((piece, i) => {
    const { text, differs } = piece
    const [head, tail] = [i === 0 ? 0 : LEAD, i === all.length - 1 ? 0 : LEAD]
    if (differs || text.length <= head + tail) return [piece]
    const same = (text: string): Piece[] => (text === '' ? [] : [{ text: text.toWellFormed(), differs }])
    return [...same(text.slice(0, head)), CUT, ...same(text.slice(text.length - tail, text.length))]
  })
  const [first, last] = [shown[0], shown.at(-1)]
  return [...(isCut[0] && first !== CUT ? [CUT] : []), ...shown, ...(isCut[1] && last !== CUT ? [CUT] : [])]
}

/** The first characters of the pieces. */
function cutAround(all: readonly Piece[], most: number): Piece[] {
  const shown: Piece[] = []
  let left = most
  for (const [i, piece] of all.entries()) {
    const { text, differs } = piece
    if (text.length > left && piece !== CUT) {
      if (left > 0) shown.push({ text: text.slice(0, left).toWellFormed(), differs })
      shown.push(all.slice(i).some((rest) => rest.differs) ? MORE : CUT)
      break
    }
    shown.push(piece)
    left -= text.length
  }
  return shown
}
