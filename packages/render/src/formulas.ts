/**
 * Formulas as MathML, which browsers show without a style sheet, a font or a script. KaTeX can also write HTML, but that
 * needs styles on elements, which the policy of the pages forbids.
 */
import katex from 'katex'

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

/**
 * The MathML of a formula; `undefined` if KaTeX refuses it.
 *
 * @example
 * formulas('x^2', false)?.includes('<msup><mi>x</mi><mn>2</mn></msup>') // true
 */
export function formulas(tex: string, displayMode: boolean): string | undefined {
  try {
    return katex.renderToString(tex, { ...OPTIONS, displayMode }).replaceAll(STYLE, '')
  } catch {
    return undefined
  }
}
