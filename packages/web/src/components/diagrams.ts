/** The script that draws the diagrams of a page, for pages that have one. @see sharing 10 */
import { DIAGRAM } from '@notegraph/render'
import { DIAGRAM_FRAME, DIAGRAMS_SCRIPT } from '../assets.ts'
import { html, type Html } from '../html.ts'

/**
 * Whether a page has a diagram, which a script draws in a frame.
 * @example
 * hasDiagram('<p>words</p>') // false
 */
export const hasDiagram = (text: string): boolean => text.includes(DIAGRAM)

/** The element that loads the script. */
export const DRAWS: Html = html`<script
  src="${DIAGRAMS_SCRIPT.path}"
  data-document="${DIAGRAM_FRAME.path}"
  defer
></script>`
