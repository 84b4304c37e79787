/** Two versions of a text side by side, with marks on the removed and the added words. */
// Not from the index of the library, which loads five times as many files.
import { diffArrays } from 'diff/lib/diff/array.js'
import { diffWordsWithSpace } from 'diff/lib/diff/word.js'
import { html, type Child, type Html } from '../html.ts'

/** The most edits; beyond them, both versions are shown whole, without marks. */
const MOST_EDITS = 400
/** The least edits to search for in a long text. */
const FEWEST_EDITS = 20
/**
 * The cost of the diffs on one page, in characters times edits in the worst case: about a tenth of a second. A page
 * with several diffs divides this budget.
 */
export const EFFORT = 2_000_000

export interface Piece {
  readonly text: string
  readonly differs: boolean
}

/** If one version is missing, the other is shown alone, with its own label. */
export function textDiff(
  before: string | undefined,
  after: string | undefined,
  {
    names = ['Before', 'After'],
    alone = ['Deleted', 'New'],
    most = Infinity,
    effort = EFFORT,
  }: CompareOptions = {},
): Html {
  const [left, right] = sidesOf(before, after, most, effort)
  // A text without another side differs as a whole, as its label says.
  const isAlone = before === undefined || after === undefined
  const shown = (name: string, all: readonly Piece[] | undefined, mark = gone) =>
    all && side(name, all, isAlone ? plain : mark)
  const [nameBefore, nameAfter] = isAlone ? alone : names
  return html`<div class="compare">${shown(nameBefore, left)} ${shown(nameAfter, right, come)}</div>`
}

export interface CompareOptions {
  readonly names?: readonly [before: string, after: string]
  /** The labels of a removed text, and of an added one. */
  readonly alone?: readonly [before: string, after: string]
  /** The most characters of a side, cut to the differences. */
  readonly most?: number
  /** A part of `EFFORT`. */
  readonly effort?: number
}

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

export type Sides = readonly [before: readonly Piece[] | undefined, after: readonly Piece[] | undefined]

/** The pieces of both sides. Those of a long text are cut to the differences and a little around each. */
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

const gone = (text: string): Html => html`<del>${text}</del>`
const come = (text: string): Html => html`<ins>${text}</ins>`
const plain = (text: string): Html => html`${text}`

function side(name: string, shown: readonly Piece[], mark: (text: string) => Html): Html {
  const marked = ({ text, differs }: Piece): Child => (differs ? mark(text) : text)
  return html`<div class="side">
    <p class="which">${name}</p>
    <div class="said" dir="auto">${shown.map(marked)}</div>
  </div>`
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
