/** What was done, told where the eye is, and to whom listens. */
import { html, type Child, type Html } from '../html.ts'

export const notice = (words: Child, kind: 'done' | 'warn' = 'done'): Html =>
  html`<div class="notice ${kind}" role="status">${words}</div>`
