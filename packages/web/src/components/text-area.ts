/** A field of several lines, as tall as its text. */
import { html, type Html } from '../html.ts'

const LEAST_ROWS = 2
const MOST_ROWS = 20

export interface TextArea {
  readonly id: string
  readonly name: string
  readonly text: string
}

/** The line break after the tag belongs to the markup, so one that the text begins with stays. */
export const textArea = ({ id, name, text }: TextArea): Html =>
  html`<textarea id="${id}" name="${name}" dir="auto" rows="${rowsOf(text)}">${'\n'}${text}</textarea>`

const rowsOf = (text: string): number =>
  Math.min(Math.max(text.split('\n').length + 1, LEAST_ROWS), MOST_ROWS)
