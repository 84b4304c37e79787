/** The page that asks before an action that cannot be undone, or that ends something for others. */
import { html, type Child, type Html } from '../html.ts'
import type { View } from '../page.ts'
import { postForm } from './form.ts'

interface Question {
  readonly title: string
  /** The consequences. */
  readonly words: Child
  /** The address of the form, and its hidden fields. */
  readonly action: string
  readonly fields?: Child
  /** The word on the button. */
  readonly button: string
  /** The page to go back to. */
  readonly back: string
}

/** The section that leads to the question. */
export const endSection = (
  id: string,
  title: string,
  words: string,
  path: string,
  link: string = title,
): Html =>
  html`<section aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    <p>${words}</p>
    <p class="actions"><a class="button danger" href="${path}">${link}</a></p>
  </section>`

export const confirmPage = ({ title, words, action, fields, button, back }: Question): View => ({
  title,
  body: html`<div class="card">
    ${words}
    ${postForm(
      action,
      html`${fields}
        <div class="actions">
          <button class="button danger">${button}</button> <a class="button quiet" href="${back}">Cancel</a>
        </div>`,
    )}
  </div>`,
})
