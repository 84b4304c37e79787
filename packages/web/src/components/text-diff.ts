/** Two versions of a text side by side, with marks on the removed and the added words. */
import { EFFORT, sidesOf, type Piece } from '@notegraph/render/difference'
import { html, type Child, type Html } from '../html.ts'

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
