/** Items in outline order as nested lists. */

/** The deepest shown level; deeper ones are hard to distinguish. */
const DEEPEST = 24
/** From this level on, lists are indented less. */
const DEEP = 5

export interface OutlineItem {
  /** Its level; levels may be missing in between, so siblings are found by equal depth. */
  readonly depth: number
  /** HTML. */
  readonly html: string
  /** Whether an earlier part of the page has shown it. */
  readonly isContext?: boolean
  /** Its number among its siblings, if it is numbered. */
  readonly number?: number | undefined
  /** How a reader folds the items nested under it; without it, they are always shown. */
  readonly fold?: Fold
}

export interface Fold {
  /** The name by which the browser remembers what the reader folded. */
  readonly key: string
  /** Whether it is folded until the reader opens it. */
  readonly isFolded: boolean
}

/** @returns HTML */
export function nestedLists(items: readonly OutlineItem[]): string {
  const top = Math.min(...items.map(({ depth }) => depth))
  const levels = items.map(({ depth }) => Math.min(depth - top, DEEPEST))
  /** The open lists: the level of each, and what closes it. */
  const open: { depth: number; end: string }[] = []
  let text = ''
  for (const [i, { html, isContext, number }] of items.entries()) {
    const depth = levels[i]!
    let closed = ''
    while (open.length > 0 && open.at(-1)!.depth > depth) {
      const { end } = open.pop()!
      // The last list stays open for items above the level of the first one.
      if (open.length > 0) closed += `</li>${end}`
      else open.push({ depth, end })
    }
    if (open.at(-1)?.depth === depth) text += `${closed}</li>`
    else {
      const fold = i > 0 && closed === '' ? items[i - 1]!.fold : undefined
      open.push({ depth, end: fold ? '</ul></details>' : '</ul>' })
      text += `${closed}${fold ? foldStart(fold) : ''}${depth < DEEP ? '<ul>' : '<ul class="deep">'}`
    }
    const classes = [isContext === true && 'context', number !== undefined && 'numbered'].filter(Boolean)
    text += `<li${classes.length > 0 ? ` class="${classes.join(' ')}"` : ''}>`
    text += number === undefined ? html : `<span class="number">${number}.</span>${html}`
  }
  for (const { end } of open.toReversed()) text += `</li>${end}`
  return text
}

const foldStart = ({ key, isFolded }: Fold): string =>
  `<details class="fold" data-fold="${key}"${isFolded ? '' : ' open'}><summary><span class="unseen">Nested blocks</span></summary>`
