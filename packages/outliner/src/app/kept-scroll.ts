/** The scroll of a place, which comes back with Back and after a reload. @see outliner 2.1 */

/** How far a place is scrolled, in CSS pixels. */
export interface Scroll {
  readonly y: number
  /**
   * The first block or day in the window, and how far below the top of the window it is. The same `y` can show another block
   * later, because the browser guesses the height of blocks that it has not drawn yet.
   */
  readonly first?: { readonly selector: string; readonly top: number }
}

/** Pixels between two points at which the first element of a window is looked for. */
const STEP = 16

export function scrollNow(): Scroll {
  const { left = 0, width = 0 } = document.querySelector('main')?.getBoundingClientRect() ?? {}
  for (let y = 0; y < innerHeight; y += STEP) {
    const found = document.elementFromPoint(left + width / 2, y)
    const first = found?.closest<HTMLElement>('main :is([data-block], .journal)')
    if (!first) continue
    const { block } = first.dataset
    const selector = block === undefined ? `#${CSS.escape(first.id)}` : `[data-block="${CSS.escape(block)}"]`
    return { y: scrollY, first: { selector, top: first.getBoundingClientRect().top } }
  }
  return { y: scrollY }
}

/** Milliseconds for which a place may grow to the scroll that it had, as its parts come. */
const GROWS_WITHIN = 5_000
/** Frames in which nothing moved, after which a place is drawn. */
const STILL = 10
/** A person who does one of these goes on. */
const ACTS = ['keydown', 'pointerdown', 'wheel', 'popstate'] as const

/** Scrolls a place as it was, while it is drawn. */
export function scrollWhenDrawn({ y, first }: Scroll): void {
  const over = new AbortController()
  const { signal } = over
  for (const act of ACTS) addEventListener(act, () => over.abort(), { signal })
  const end = performance.now() + GROWS_WITHIN
  let still = 0
  const go = (): void => {
    if (signal.aborted) return
    const before = scrollY
    const off = first && offOf(first)
    if (off === undefined) scrollTo(0, y)
    else scrollBy(0, off)
    const isThere = off !== undefined || scrollY + 1 >= y
    still = isThere && Math.abs(scrollY - before) < 1 ? still + 1 : 0
    if (still === STILL || performance.now() > end) over.abort()
    else requestAnimationFrame(go)
  }
  requestAnimationFrame(() => requestAnimationFrame(go))
}

/** How far an element is from where it was. The same block can be shown more than once; the nearest one counts. */
function offOf({ selector, top }: Required<Scroll>['first']): number | undefined {
  const all = [...document.querySelectorAll(`main ${selector}`)]
  const offs = all.map((element) => element.getBoundingClientRect().top - top)
  return offs.toSorted((a, b) => Math.abs(a) - Math.abs(b))[0]
}
