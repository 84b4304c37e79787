/**
 * Formulas as MathML, which browsers show without a style sheet, a font or a script. KaTeX can also write HTML, but that
 * needs styles on elements, which the policy of the pages forbids.
 *
 * A formula that KaTeX refuses, and one beyond the bounds, is shown as written.
 */
import katex from 'katex'
import { escapeHtml } from './escape.ts'

/** The most characters of one formula. */
const LONGEST = 2_000
/** The characters that a formula counts beside its own: a single letter becomes as much MathML as a word. */
const LEAST = 20

const OPTIONS = {
  output: 'mathml',
  throwOnError: true,
  // No links, pictures or attributes from a formula.
  trust: false,
  strict: 'ignore',
  maxExpand: 200,
  maxSize: 20,
} as const

/** Borders of a few boxes are styles, which the policy of the pages ignores. Text of a formula has no plain quote. */
const STYLE = / style="[^"]*"/g

/** @param source with its dollar signs @param room the characters that the page may still spend on formulas */
export function mathsHtml(source: string, room: { maths: number }): string {
  const displayMode = source.startsWith('$$')
  const tex = displayMode ? source.slice(2, -2) : source.slice(1, -1)
  if (tex.length <= LONGEST && tex.length <= room.maths) {
    room.maths -= tex.length + LEAST
    try {
      const maths = katex.renderToString(tex, { ...OPTIONS, displayMode }).replaceAll(STYLE, '')
      // A formula in a line of its own may be wider than the page, and the keys scroll only what has the focus.
      return displayMode ? maths.replace('<span', '<span tabindex="0"') : maths
    } catch {
      // Not a formula that KaTeX knows.
    }
  }
  return `<code class="maths">${escapeHtml(source)}</code>`
}
