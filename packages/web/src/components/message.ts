/** A page with one message. */
import { html, type Child, type Html } from '../html.ts'

/** The content of a page with one message. */
export interface Message {
  readonly title: string
  readonly body: Html
}

/** @param more the next step */
export const message = (title: string, words: string, more?: Child): Message => ({
  title,
  body: html`<div class="message">
    <p>${words}</p>
    ${more !== undefined && html`<p class="muted">${more}</p>`}
  </div>`,
})
