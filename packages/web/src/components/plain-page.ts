/** A page in the layout for everyone, without private content. */
import type { View } from '../page.ts'
import { html, type Child, type Html } from '../html.ts'
import { pageLayout } from './page-layout.ts'
import { message } from './message.ts'

/** @param headers headers of the answer, such as `Retry-After` */
export async function plainPage(
  view: View,
  status: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return new Response(String(await pageLayout(view)), {
    status,
    headers: { 'Content-Type': 'text/html; charset=UTF-8', 'Cache-Control': 'no-store', ...headers },
  })
}

/**
 * A page with one message and a link to the start page.
 * @param more the next step
 * @example
 * messagePage(404, 'Not found', 'No page has this address.')
 */
export const messagePage = (
  status: number,
  title: string,
  words: string,
  more?: Child,
  headers?: Readonly<Record<string, string>>,
): Promise<Response> => {
  const view = message(title, words, more)
  return plainPage({ ...view, body: html`${view.body} ${TO_START}` }, status, headers)
}

/** The way on for a page without navigation. */
export const TO_START: Html = html`<p class="actions">
  <a class="button quiet" href="/">Go to the start page</a>
</p>`
