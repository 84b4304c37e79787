/** The form with the text of a block. */
import { html, type Html } from '../html.ts'
import { EDIT_PATH, withId } from './links.ts'
import { textArea } from './text-area.ts'

export interface EditForm {
  readonly id: string
  readonly text: string
  /** The version of the block that the person sees. */
  readonly version: string
  /** The page to return to. */
  readonly back: string
  /** Whether a script shows the form in place. */
  readonly isPart: boolean
}

export const editForm = ({ id, text, version, back, isPart }: EditForm): Html =>
  html`<form class="editor" method="post" action="${withId(EDIT_PATH, id)}" ${isPart && html`data-write`}>
    <input type="hidden" name="if_unchanged" value="${version}" />
    <input type="hidden" name="back" value="${back}" />
    <div class="field">
      <label for="text-${id}">Text of the block</label>
      ${textArea({ id: `text-${id}`, name: 'text', text })}
      <p class="hint small muted">
        <code>TODO</code> at the start makes a task, <code>key:: value</code> on a line of its own is a
        property, and <code>[[Name]]</code> links to a page.
        <span class="by-key"><kbd>Ctrl</kbd> <kbd>Enter</kbd> saves, <kbd>Esc</kbd> cancels.</span>
      </p>
    </div>
    <div class="actions">
      <button>Save</button>
      <a class="button quiet" href="${back}" data-cancel>Cancel</a>
    </div>
  </form>`
