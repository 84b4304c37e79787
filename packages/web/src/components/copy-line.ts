/** A text with a button that copies it. */
import { html, type Html } from '../html.ts'

/** @param id the id of the text on its page @param isSecret whether the text is shown once */
export const copyLine = (id: string, text: string, isSecret = false): Html =>
  html`<div class="copy-line">
    ${isSecret ? html`<code id="${id}" class="secret">${text}</code>` : html`<code id="${id}">${text}</code>`}
    <button type="button" class="copy" data-copy="${id}">Copy</button>
  </div>`
