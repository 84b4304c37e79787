/** A form that writes. One function creates all forms of the pages, so that their common parts are defined once. */
import { html, type Child, type Html } from '../html.ts'

/** @param className the class of the form */
export const postForm = (action: string, fields: Child, className = ''): Html =>
  html`<form method="post" action="${action}" class="${className}">${fields}</form>`

/** The text of a field; empty if missing. */
export function fieldOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
