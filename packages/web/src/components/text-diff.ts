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
  /** The most characters of a side, cut around the differences. */
  readonly most?: number
  /** A part of `EFFORT`. */
  readonly effort?: number
}

/** The position of the first difference; 0 if there is none. */
function sameUpTo(before = '', after = ''): number {
  let at = 0
  while (at < before.length && before[at] === after[at]) at++
  return at === before.length && at === after.length ? 0 : at
}

export type Sides = readonly [before: readonly Piece[] | undefined, after: readonly Piece[] | undefined]

/** The pieces of both sides, cut around the differences. */
export function sidesOf(
  before: string | undefined,
  after: string | undefined,
  most: number,
  effort: number = EFFORT,
): Sides {
  const from = most === Infinity ? 0 : Math.max(0, sameUpTo(before, after) - LEAD)
  const to = from + 2 * most
  const part = (text: string | undefined) => text?.slice(from, to).toWellFormed()
  const [left, right] = pieces(part(before), part(after), effort)
  const cut = (text: string | undefined, all: readonly Piece[] = []) =>
    text === undefined ? undefined : cutAround(all, most, [from > 0, to < text.length])
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

/** Characters before the first difference in a cut text. */
const LEAD = 60
const CUT: Piece = { text: '…', differs: false }

/**
 * The characters to show, from a little before the first difference.
 * @param isCut whether text before and after is cut
 */
function cutAround(
  all: readonly Piece[],
  most: number,
  isCut: readonly [before: boolean, behind: boolean],
): Piece[] {
  const length = all.reduce((sum, { text }) => sum + text.length, 0)
  const first = all.findIndex(({ differs }) => differs)
  const before = all.slice(0, Math.max(first, 0)).reduce((sum, { text }) => sum + text.length, 0)
  const start = Math.max(0, Math.min(before - LEAD, length - most))
  const shown: Piece[] = start > 0 || isCut[0] ? [CUT] : []
  let at = 0
  for (const { text, differs } of all) {
    const piece = text.slice(Math.max(0, start - at), Math.max(0, start + most - at)).toWellFormed()
    if (piece !== '') shown.push({ text: piece, differs })
    at += text.length
  }
  if (start + most < length || isCut[1]) shown.push(CUT)
  return shown
}
