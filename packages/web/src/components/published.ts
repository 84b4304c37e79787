/** Links to shared pages, and sites: the address for readers, and the way back after a restore. */
import { html, type Html } from '../html.ts'
import { copyLine } from './copy-line.ts'
import { postForm } from './form.ts'

/** @param id the id of the address on the page */
export const readersAddress = (id: string, url: string): Html =>
  html`<div class="card">
    ${copyLine(id, url)}
    <p class="actions"><a class="button quiet" href="${url}" rel="noreferrer">View as a reader</a></p>
  </div>`

interface Closed {
  readonly what: 'link' | 'site'
  /** The words for the content that readers cannot see. */
  readonly read: string
  readonly path: string
  /** The word on the button that ends it. */
  readonly end: string
  /** Why it was not opened. */
  readonly error: string | undefined
}

export const closedSection = ({ what, read, path, end, error }: Closed): Html =>
  html`<section aria-labelledby="closed">
    <h2 id="closed">Open again</h2>
    <p>
      This server was restored from a backup, which closed this ${what}. Nobody can read ${read} until you
      open it.
    </p>
    ${error !== undefined && html`<p class="error" role="alert">${error}</p>`}
    ${postForm(
      `${path}/open`,
      html`<div class="actions">
        <button class="button">Open ${what}</button>
        <a class="button danger" href="${path}/end">${end}</a>
      </div>`,
    )}
  </section>`
