/** The list of webhooks, and words for their states and filters. */
import type { Webhook } from '@notegraph/contract'
import { html, type Html } from '../../html.ts'
import type { Visit } from '../../page.ts'
import { dateAt } from '../../components/time.ts'
import { webhookPath } from './forms.ts'
import { writerWords, type Writer } from './writers.ts'

export const webhookTable = (webhooks: readonly Webhook[], writers: readonly Writer[], visit: Visit): Html =>
  html`<table class="stack">
    <thead>
      <tr>
        <th scope="col">Address</th>
        <th scope="col">State</th>
        <th scope="col">Filter</th>
        <th scope="col">Created</th>
      </tr>
    </thead>
    <tbody>
      ${webhooks.map(
        (webhook) =>
          html`<tr>
            <th scope="row"><a href="${webhookPath(webhook.id)}">${webhook.url}</a></th>
            <td data-label="State">${STATES[webhook.state]}</td>
            <td data-label="Filter">${filterWords(webhook, writers)}</td>
            <td data-label="Created">${dateAt(webhook.createdAt, visit.zone)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`

export const STATES: Readonly<Record<Webhook['state'], string>> = {
  on: 'On',
  failing: 'Failing',
  off: 'Off',
}

/** The filter in words. The page is known by its id alone. */
export function filterWords(
  { page, tag, type, query, by, token }: Webhook,
  writers: readonly Writer[],
): Html {
  const part = page === undefined ? (tag === undefined ? (type ?? query) : `#${tag}`) : 'One page'
  const writer = writerWords({ by, token }, writers)
  return html`<bdi>${part ?? 'All changes'}</bdi>${writer !== undefined && html`, written by: ${writer}`}`
}
