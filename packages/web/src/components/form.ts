/** A form that does something. Every one of the pages is made here, so what all of them carry is said once. */
import { html, type Child, type Html } from '../html.ts'

/** @param className of the form */
export const postForm = (action: string, fields: Child, className = ''): Html =>
  html`<form method="post" action="${action}" class="${className}">${fields}</form>`

/** The text of a field; empty where it was not sent. */
export function fieldOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
