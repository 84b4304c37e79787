/** Formulas, within bounds. One that the library refuses, and one beyond the bounds, is shown as written. */
import { escapeHtml } from './escape.ts'
import type { Rendering } from './rendering.ts'

/** The most characters of one formula. */
const LONGEST = 2_000
/** The characters that a formula counts beside its own: a single letter becomes as much MathML as a word. */
const LEAST = 20

/** @param source with its dollar signs */
export function mathsHtml(source: string, { room, looks }: Pick<Rendering, 'room' | 'looks'>): string {
  const displayMode = source.startsWith('$$')
  const tex = displayMode ? source.slice(2, -2) : source.slice(1, -1)
  if (looks.maths && tex.length <= LONGEST && tex.length <= room.maths) {
    room.maths -= tex.length + LEAST
    const maths = looks.maths(tex, displayMode)
    // A formula in a line of its own may be wider than the page, and the keys scroll only what has the focus.
    if (maths !== undefined) return displayMode ? maths.replace('<span', '<span tabindex="0"') : maths
  }
  return `<code class="maths">${escapeHtml(source)}</code>`
}
