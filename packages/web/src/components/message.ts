/** A page with one message. */
import { html } from '../html.ts'
import type { View } from '../page.ts'

/** @param more the next step */
export const message = (title: string, words: string, more?: string): View => ({
  title,
  body: html`<div class="message">
    <p>${words}</p>
    ${more !== undefined && html`<p class="muted">${more}</p>`}
  </div>`,
})
