/** The field that adds a note to a day or a page. Enter adds it; the field keeps the focus for the next one. */
import { html, type Html } from '../html.ts'
import { CAPTURE_PATH } from './links.ts'
import { textArea } from './text-area.ts'

/** The id of the field. A redirect to it moves the focus there, without a script. */
export const CAPTURE_FIELD = 'capture'

export interface CaptureForm {
  /** The day as YYYY-MM-DD; today if undefined. */
  readonly date?: string | undefined
  /** The name of the page; a day if undefined. */
  readonly page?: string | undefined
  /** Whether the note creates the page, so that a script cannot show the note in place. */
  readonly isNew?: boolean
  readonly text?: string
}

export const captureForm = ({ date, page, isNew = false, text = '' }: CaptureForm = {}): Html =>
  html`<form class="capture" method="post" action="${CAPTURE_PATH}" ${!isNew && html`data-write`}>
    ${date !== undefined && html`<input type="hidden" name="date" value="${date}" />`}
    ${page !== undefined && html`<input type="hidden" name="page" value="${page}" />`}
    <label class="unseen" for="${CAPTURE_FIELD}">Add a note</label>
    ${text.includes('\n') ? textArea({ id: CAPTURE_FIELD, name: 'text', text }) : line(text)}
    <button>Add</button>
  </form>`

const line = (text: string): Html =>
  html`<input
    id="${CAPTURE_FIELD}"
    name="text"
    dir="auto"
    autocomplete="off"
    required
    placeholder="Add a note or a TODO"
    value="${text}"
  />`
