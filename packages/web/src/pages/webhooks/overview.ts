/** The list of webhooks, and words for their states and filters. */
import type { Webhook } from '@notegraph/contract'
import { html, type Html } from '../../html.ts'
import type { Visit } from '../../page.ts'
import { resourceTable } from '../../components/resource.ts'
import { dateAt } from '../../components/time.ts'
import { webhookPath } from './forms.ts'
import { writerWords, type Writer } from './writers.ts'

export const webhookTable = (webhooks: readonly Webhook[], writers: readonly Writer[], visit: Visit): Html =>
  resourceTable(webhooks, [
    ['Address', ({ id, url }) => html`<a href="${webhookPath(id)}">${url}</a>`],
    ['State', ({ state }) => STATES[state]],
    ['Filter', (webhook) => filterWords(webhook, writers)],
    ['Created', ({ createdAt }) => dateAt(createdAt, visit.zone)],
  ])

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
