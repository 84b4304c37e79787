/** The result of an action, visible at the top and announced to screen readers. */
import { html, type Child, type Html } from '../html.ts'

export const notice = (words: Child, kind: 'done' | 'warn' = 'done'): Html =>
  html`<div class="notice ${kind}" role="status">${words}</div>`

/** The words of a result. Nothing for a name that only a changed cookie has. */
export const doneNotice = (words: Readonly<Record<string, string>>, done = ''): Html | false =>
  Object.hasOwn(words, done) && notice(words[done])
