/** Two versions of a text side by side, with the words that differ marked: what went on one side, what came on the other. */
import { diffArrays, diffWordsWithSpace } from 'diff'
import { html, type Child, type Html } from '../html.ts'

/** Beyond so many edits the versions are shown whole, as two texts that have nothing in common; */
const MOST_EDITS = 400
/** and where a text is too long to look for so few. */
const FEWEST_EDITS = 20
/**
 * What looking for the words that differ may cost on one page, in characters times edits, which is what it takes at worst:
 * about a tenth of a second. Who compares several texts parts it among them.
 */
export const EFFORT = 2_000_000

export interface Piece {
  readonly text: string
  readonly differs: boolean
}

/** Where one of the two is not there, the other stands alone, and is called so. */
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
  const [nameBefore, nameAfter] = before === undefined || after === undefined ? alone : names
  const shown = (name: string, all: readonly Piece[] | undefined, mark = gone) => all && side(name, all, mark)
  return html`<div class="compare">${shown(nameBefore, left)} ${shown(nameAfter, right, come)}</div>`
}

export interface CompareOptions {
  readonly names?: readonly [before: string, after: string]
  /** What a text is called that went, and one that came. */
  readonly alone?: readonly [before: string, after: string]
  /** Characters of a side, cut around what differs. */
  readonly most?: number
  /** A part of `EFFORT`. */
  readonly effort?: number
}

/** Where two texts begin to differ; 0 where they do not. */
function sameUpTo(before = '', after = ''): number {
  let at = 0
  while (at < before.length && before[at] === after[at]) at++
  return at === before.length && at === after.length ? 0 : at
}

export type Sides = readonly [before: readonly Piece[] | undefined, after: readonly Piece[] | undefined]

/** The pieces of both, each side cut to so many characters around where they differ. */
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

/** A letter of any script but Latin, whose words are the only ones that spaces and a pattern tell. */
const OTHER_SCRIPT = /[\p{L}--\p{Script=Latin}]/v
const SEGMENTER = new Intl.Segmenter(undefined, { granularity: 'word' })
const wordsOf = (text: string) => Array.from(SEGMENTER.segment(text), ({ segment }) => segment)

interface Difference {
  readonly value: string
  readonly added: boolean
  readonly removed: boolean
}

/** Word by word. @returns nothing beyond so many edits */
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

function side(name: string, shown: readonly Piece[], mark: (text: string) => Html): Html {
  const marked = ({ text, differs }: Piece): Child => (differs ? mark(text) : text)
  return html`<div class="side">
    <p class="which">${name}</p>
    <div class="said" dir="auto">${shown.map(marked)}</div>
  </div>`
}

/** So much stands before the first difference where a text is cut. */
const LEAD = 60
const CUT: Piece = { text: '…', differs: false }

/**
 * As many characters as may be shown, from a little before the first difference.
 * @param isCut whether there is more before them, and behind
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
