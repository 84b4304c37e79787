/** Two versions of a text side by side, with the words that differ marked: what went on one side, what came on the other. */
import { diffArrays, diffWordsWithSpace } from 'diff'
import { html, type Child, type Html } from '../html.ts'

/** Beyond so many edits the versions are shown whole, as two texts that have nothing in common. */
const MOST_EDITS = 400

interface Piece {
  readonly text: string
  readonly differs: boolean
}

/** @param empty what is said of a side that is not there */
export function compare(
  before: string | undefined,
  after: string | undefined,
  { names = ['Before', 'After'], empty = 'Nothing', most = Infinity }: CompareOptions = {},
): Html {
  const [left, right] = pieces(before, after)
  return html`<div class="compare">
    ${side(names[0], left, gone, empty, most)} ${side(names[1], right, come, empty, most)}
  </div>`
}

export interface CompareOptions {
  readonly names?: readonly [before: string, after: string]
  readonly empty?: string
  /** Characters of a side, cut around what differs. */
  readonly most?: number
}

type Sides = readonly [before: readonly Piece[] | undefined, after: readonly Piece[] | undefined]

export function pieces(before: string | undefined, after: string | undefined): Sides {
  const alone = (text: string | undefined) => (text === undefined ? undefined : [{ text, differs: true }])
  if (before === undefined || after === undefined) return [alone(before), alone(after)]
  const changes = differences(before, after)
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
function differences(before: string, after: string): readonly Difference[] | undefined {
  const options = { maxEditLength: MOST_EDITS }
  if (!OTHER_SCRIPT.test(before) && !OTHER_SCRIPT.test(after))
    return diffWordsWithSpace(before, after, options)
  const changes = diffArrays(wordsOf(before), wordsOf(after), options)
  return changes?.map(({ value, added, removed }) => ({ value: value.join(''), added, removed }))
}

const gone = (text: string): Html => html`<del>${text}</del>`
const come = (text: string): Html => html`<ins>${text}</ins>`

function side(
  name: string,
  all: readonly Piece[] | undefined,
  mark: (text: string) => Html,
  empty: string,
  most: number,
): Html {
  const marked = ({ text, differs }: Piece): Child => (differs ? mark(text) : text)
  return html`<div class="side">
    <p class="which">${name}</p>
    ${all === undefined ? html`<p class="muted">${empty}</p>` : html`<div class="said" dir="auto">${cutAround(all, most).map(marked)}</div>`}
  </div>`
}

/** So much stands before the first difference where a text is cut. */
const LEAD = 60

/** As many characters as may be shown, from a little before the first difference. */
function cutAround(all: readonly Piece[], most: number): Piece[] {
  const length = all.reduce((sum, { text }) => sum + text.length, 0)
  if (length <= most) return [...all]
  const first = all.findIndex(({ differs }) => differs)
  const before = all.slice(0, Math.max(first, 0)).reduce((sum, { text }) => sum + text.length, 0)
  const start = Math.max(0, Math.min(before - LEAD, length - most))
  const shown: Piece[] = start > 0 ? [{ text: '…', differs: false }] : []
  let at = 0
  for (const { text, differs } of all) {
    const piece = text.slice(Math.max(0, start - at), Math.max(0, start + most - at)).toWellFormed()
    if (piece !== '') shown.push({ text: piece, differs })
    at += text.length
  }
  if (start + most < length) shown.push({ text: '…', differs: false })
  return shown
}
