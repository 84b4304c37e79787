/** One webhook: its new secret, its state, its form and its deliveries. */
import { LIMITS, type Delivery, type Webhook, type WebhookAnswer } from '@notegraph/contract'
import { counted } from '@notegraph/service'
import { confirmPage, endSection } from '../../components/confirm.ts'
import { postForm } from '../../components/form.ts'
import { copyLine } from '../../components/copy-line.ts'
import { doneNotice, notice } from '../../components/notice.ts'
import { resourceFacts, resourceTable } from '../../components/resource.ts'
import { timeAt } from '../../components/time.ts'
import { html, type Html } from '../../html.ts'
import type { View, Visit } from '../../page.ts'
import { askedOf, webhookFields, webhookPath, WEBHOOKS, type AskedWebhook } from './forms.ts' // prettier-ignore
import { filterWords, STATES } from './overview.ts'
import type { Writer } from './writers.ts'

/** The secret of a webhook that was just made. */
export type NewSecret = Pick<WebhookAnswer, 'id' | 'secret'>

interface WebhookState {
  /** The sent form, or another action, if it was refused. */
  readonly asked?: AskedWebhook | undefined
  /** Shown once, after it was made. */
  readonly secret: string | undefined
  readonly done?: string | undefined
  readonly writers: readonly Writer[]
  readonly deliveries: readonly Delivery[]
  readonly paging: Html | undefined
}

const DONE = {
  made: 'Webhook created. Copy its secret into the program that receives the messages.',
  changed: 'Webhook saved.',
  secret: 'New secret created. Copy it into the program that receives the messages.',
  on: 'Webhook switched on.',
  off: 'Webhook switched off.',
  sent: 'Message delivered.',
}

const NOT_SENT = 'Message not accepted. The list of deliveries shows why.'

export function webhookPage(
  webhook: Webhook,
  visit: Visit,
  { asked, secret, done, writers, deliveries, paging }: WebhookState,
): View {
  return {
    title: 'Webhook',
    body: html`${done === 'not_sent' ? notice(NOT_SENT, 'warn') : doneNotice(DONE, done)}
      ${resourceFacts([
        ['Address', html`<bdi>${webhook.url}</bdi>`],
        ['State', stateHtml(webhook, visit)],
        ['Filter', filterWords(webhook, writers)],
        ['Created', timeAt(webhook.createdAt, visit.zone)],
      ])}
      ${switchForm(webhook)} ${secretSection(webhook, visit, secret)}
      ${deliverySection(webhook, visit, deliveries, paging)}
      <section aria-labelledby="change">
        <h2 id="change">Edit webhook</h2>
        ${postForm(
          webhookPath(webhook.id),
          html`${webhookFields({ ...askedOf(webhook), ...asked }, writers, 'own')}
            <button class="button">Save</button>`,
          'card',
        )}
      </section>
      ${endSection('delete', 'Delete webhook', 'Notegraph sends no more messages, and deletes the list of deliveries.', `${webhookPath(webhook.id)}/remove`)}
      <p><a href="${WEBHOOKS}">All webhooks</a></p>`,
  }
}

function stateHtml({ state, failingSince, dueAt, offAt, offWhy }: Webhook, { zone }: Visit): Html | string {
  if (state === 'failing')
    return html`Failing since ${timeAt(failingSince!, zone)}. The next attempt is at ${timeAt(dueAt!, zone)}.`
  if (state === 'off')
    return html`Off since
    ${timeAt(offAt!, zone)}${offWhy === 'failed' && ', because its address accepted no messages for three days'}`
  return STATES[state]
}

const switchForm = ({ id, state }: Webhook): Html =>
  state === 'off'
    ? postForm(`${webhookPath(id)}/on`, html`<button class="button">Switch on again</button>`)
    : postForm(`${webhookPath(id)}/off`, html`<button class="button quiet">Switch off</button>`)

const secretSection = (
  { id, formerSecretUntil }: Webhook,
  { zone }: Visit,
  secret: string | undefined,
): Html =>
  html`<section aria-labelledby="secret-title">
    <h2 id="secret-title">Secret</h2>
    <p>
      The program that receives the messages checks their signatures with this secret, as Standard Webhooks
      describes.
    </p>
    ${
      secret !== undefined &&
      html`<div class="card made">
        <p>Copy the secret now. You won’t see it again. If you lose it, create a new one.</p>
        ${copyLine('secret', secret, true)}
      </div>`
    }
    ${formerSecretUntil !== undefined && html`<p>The former secret also signs messages until ${timeAt(formerSecretUntil, zone)}.</p>`}
    <p class="muted">
      With a new secret, messages are also signed with the current one for ${LIMITS.formerSecretHours} hours.
    </p>
    ${postForm(`${webhookPath(id)}/secret`, html`<button class="button quiet">New secret</button>`)}
  </section>`

const DELIVERY_STATES = { pending: 'Waiting', delivered: 'Delivered', failed: 'Failed' } as const

const deliverySection = (
  webhook: Webhook,
  visit: Visit,
  deliveries: readonly Delivery[],
  paging: Html | undefined,
): Html =>
  html`<section aria-labelledby="deliveries">
    <h2 id="deliveries">Deliveries</h2>
    ${deliveries.length === 0 ? html`<p class="empty">No deliveries yet.</p>` : deliveryTable(webhook, visit, deliveries)}
    ${paging}
  </section>`

const deliveryTable = ({ id }: Webhook, { zone }: Visit, deliveries: readonly Delivery[]): Html =>
  resourceTable(deliveries, [
    ['Change', ({ seq }) => String(seq)],
    ['State', ({ state }) => DELIVERY_STATES[state]],
    [
      'Latest attempt',
      ({ lastAt, attempts }) =>
        lastAt === undefined
          ? 'None'
          : html`<span>${timeAt(lastAt, zone)}, ${counted(attempts, 'attempt')}</span>`,
    ],
    ['Result', ({ fault, status }) => fault ?? (status === undefined ? '' : `Answered with ${status}`)],
    [
      'Actions',
      ({ id: delivery, seq }) =>
        postForm(
          `${webhookPath(id)}/deliveries/${encodeURIComponent(delivery)}/send`,
          html`<button class="button quiet">
            Send again<span class="unseen"> the message about change ${String(seq)}</span>
          </button>`,
        ),
      'act',
    ],
  ])

export const confirmRemove = ({ id, url }: Webhook): View =>
  confirmPage({
    title: 'Delete this webhook?',
    words: html`<p>
      No more messages go to <strong><bdi>${url}</bdi></strong
      >. This can’t be undone.
    </p>`,
    action: `${webhookPath(id)}/remove`,
    button: 'Delete webhook',
    back: webhookPath(id),
  })
