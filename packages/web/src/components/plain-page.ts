/** A page in the frame, for whoever asks: what it says is nobody's own. */
import type { View } from '../page.ts'
import { pageLayout } from './page-layout.ts'
import { message } from './message.ts'

/** @param headers of this answer, such as `Retry-After` */
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

/** @param more what to do */
export const messagePage = (
  status: number,
  title: string,
  words: string,
  more?: string,
  headers?: Readonly<Record<string, string>>,
): Promise<Response> => plainPage(message(title, words, more), status, headers)
