/** The result of an action, visible at the top and announced to screen readers. */
import { html, type Child, type Html } from '../html.ts'

export const notice = (words: Child, kind: 'done' | 'warn' = 'done'): Html =>
  html`<div class="notice ${kind}" role="status">${words}</div>`
