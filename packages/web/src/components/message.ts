/** A page with one message. */
import { html, type Child } from '../html.ts'
import type { View } from '../page.ts'

/** @param more the next step */
export const message = (title: string, words: string, more?: Child): View => ({
  title,
  body: html`<div class="message">
    <p>${words}</p>
    ${more !== undefined && html`<p class="muted">${more}</p>`}
  </div>`,
})
