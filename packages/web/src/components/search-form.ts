/** The search form. */
import { LIMITS } from '@notegraph/contract'
import { html, type Html } from '../html.ts'

/** @param fault the message about a fault in the query */
export const searchForm = (q = '', fault?: string): Html =>
  html`<form method="get" action="/graph/search" role="search" class="search" aria-label="Notes">
    <label class="unseen" for="q">Search notes</label>
    <input
      id="q"
      name="q"
      type="search"
      dir="auto"
      maxlength="${LIMITS.queryCharacters}"
      placeholder="Search notes"
      value="${q}"
      ${fault !== undefined && html`aria-invalid="true" aria-describedby="q-error"`}
    />
    <button>Search</button>
    ${fault !== undefined && html`<p class="error" id="q-error" role="alert">${fault}</p>`}
  </form>`
