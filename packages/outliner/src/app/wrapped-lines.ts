/** The lines of a field as the browser wraps them. An arrow leaves a block from its first or last line alone. @see outliner 3.1 */

/** The line of a caret. */
export interface WrappedLine {
  readonly isFirst: boolean
  readonly isLast: boolean
  /** Letters of the line before the caret. */
  readonly column: number
}

/** The styles that decide where a line ends. */
const STYLES = [
  'direction',
  'font-family',
  'font-feature-settings',
  'font-kerning',
  'font-size',
  'font-stretch',
  'font-style',
  'font-weight',
  'letter-spacing',
  'line-height',
  'padding',
  'tab-size',
  'text-indent',
  'text-transform',
  'word-spacing',
]

/**
 * Finds the line of a place in the text of a field. No browser says it, so this measures a copy of the text.
 *
 * @param last the end of the words
 */
export function lineAt(
  field: HTMLTextAreaElement,
  at: number,
  last: number = field.value.length,
): WrappedLine {
  const own = getComputedStyle(field)
  const height = Number.parseFloat(own.lineHeight) || 1.5 * Number.parseFloat(own.fontSize)
  if (field.clientHeight < 2 * height) return { isFirst: true, isLast: true, column: at }
  const copy = document.createElement('div')
  for (const name of STYLES) copy.style.setProperty(name, own.getPropertyValue(name))
  Object.assign(copy.style, {
    position: 'fixed',
    visibility: 'hidden',
    boxSizing: 'border-box',
    width: `${field.clientWidth}px`,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'break-word',
  })
  // The end of the text has a place too.
  copy.textContent = `${field.value}\u200B`
  document.body.append(copy)
  const range = document.createRange()
  const topOf = (place: number): number => {
    range.setStart(copy.firstChild!, place)
    range.setEnd(copy.firstChild!, place + 1)
    return range.getBoundingClientRect().top
  }
  const top = topOf(at)
  const isSame = (place: number): boolean => Math.abs(topOf(place) - top) < height / 2
  let [from, to] = [0, at]
  while (from < to) {
    const middle = (from + to) >> 1
    if (isSame(middle)) to = middle
    else from = middle + 1
  }
  const line = { isFirst: isSame(0), isLast: isSame(last), column: at - from }
  copy.remove()
  return line
}
