/** A form that writes. One function creates all forms of the pages, so that their common parts are defined once. */
import { html, type Child, type Html } from '../html.ts'

/** @param className the class of the form */
export const postForm = (action: string, fields: Child, className = ''): Html =>
  html`<form method="post" action="${action}" class="${className}">${fields}</form>`

interface TextField {
  readonly name: string
  readonly label: Child
  /** The name by default. */
  readonly id?: string
  readonly value?: string
  readonly hint?: Child
  /** Why the text was refused. */
  readonly error?: string | undefined
  /** Other attributes of the field. */
  readonly how: Child
}

/** A field of one line with its label, its hint and its fault. */
export function textField({ name, label, id = name, value, hint, error, how }: TextField): Html {
  const about = [
    ...(hint === undefined ? [] : [`${id}-hint`]),
    ...(error === undefined ? [] : [`${id}-error`]),
  ]
  return html`<div class="field">
    <label for="${id}">${label}</label>
    <input
      id="${id}"
      ${how}
      name="${name}"
      ${value !== undefined && html`value="${value}"`}
      ${about.length > 0 && html`aria-describedby="${about.join(' ')}"`}
      ${error !== undefined && html`aria-invalid="true" autofocus`}
    />
    ${hint !== undefined && html`<p class="hint" id="${id}-hint">${hint}</p>`}
    ${error !== undefined && html`<p class="error" id="${id}-error" role="alert">${error}</p>`}
  </div>`
}

/** The text of a field; empty if missing. */
export function fieldOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
