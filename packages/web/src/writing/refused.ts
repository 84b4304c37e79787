/** The page of a write that was refused, with what the person needs to go on. */
import { statusOf, type Refusal } from '@notegraph/service'
import { refusalWords } from '../components/refusal-words.ts'
import { html, type Html } from '../html.ts'
import type { View } from '../page.ts'

/** @param more the form with what was typed, or what the write would have changed */
export function refusedView(title: string, refusal: Refusal, more: Html): View {
  const { error, hint } = refusalWords(refusal)
  return {
    title,
    status: statusOf(refusal),
    body: html`<div class="notice warn" role="alert">
        <p>${error}</p>
        ${hint !== undefined && html`<p>${hint}</p>`}
      </div>
      ${more}`,
  }
}
