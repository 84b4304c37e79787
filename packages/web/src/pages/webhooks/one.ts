/** One webhook: its new secret, its state, its form and its deliveries. */
import { LIMITS, type Delivery, type Webhook, type WebhookAnswer } from '@notegraph/contract'
import { confirmPage } from '../../components/confirm.ts'
import { postForm } from '../../components/form.ts'
import { notice } from '../../components/notice.ts'
import { timeAt } from '../../components/time.ts'
import { html, type Html } from '../../html.ts'
import type { View, Visit } from '../../page.ts'
import { askedOf, webhookFields, webhookPath, WEBHOOKS, type AskedWebhook, type WebhookFlash } from './forms.ts' // prettier-ignore
import { filterWords, STATES } from './overview.ts'
import type { Writer } from './writers.ts'

/** The secret of a webhook that was just made. */
export type NewSecret = Pick<WebhookAnswer, 'id' | 'secret'>

interface WebhookState {
  /** The sent form, or another action, if it was refused. */
  readonly asked?: AskedWebhook | undefined
  /** Shown once, after it was made. */
  readonly secret: string | undefined
  readonly done?: WebhookFlash['done'] | undefined
  readonly writers: readonly Writer[]
  readonly deliveries: readonly Delivery[]
  readonly paging: Html | undefined
}

const DONE: Readonly<Record<NonNullable<WebhookFlash['done']>, string>> = {
  made: 'Webhook created. Copy its secret into the program that receives the messages.',
  changed: 'Webhook saved.',
  secret: 'New secret created. Copy it into the program that receives the messages.',
  on: 'Webhook switched on.',
  off: 'Webhook switched off.',
  sent: 'Message delivered.',
  not_sent: 'Message not accepted. The list of deliveries shows why.',
}

export function webhookPage(
  webhook: Webhook,
  visit: Visit,
  { asked, secret, done, writers, deliveries, paging }: WebhookState,
): View {
  return {
    title: 'Webhook',
    body: html`${done && notice(DONE[done], done === 'not_sent' ? 'warn' : 'done')}
      <dl class="props card">
        ${row('Address', html`<bdi>${webhook.url}</bdi>`)} ${row('State', stateHtml(webhook, visit))}
        ${row('Filter', filterWords(webhook, writers))}
        ${row('Created', timeAt(webhook.createdAt, visit.zone))}
      </dl>
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
      <section aria-labelledby="delete">
        <h2 id="delete">Delete webhook</h2>
        <p>Notegraph sends no more messages, and deletes the list of deliveries.</p>
        <p class="actions">
          <a class="button danger" href="${webhookPath(webhook.id)}/remove">Delete webhook</a>
        </p>
      </section>
      <p><a href="${WEBHOOKS}">All webhooks</a></p>`,
  }
}

const row = (word: string, value: Html | string): Html =>
  html`<div>
    <dt>${word}</dt>
    <dd>${value}</dd>
  </div>`

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
        <div class="copy-line">
          <code id="secret" class="secret">${secret}</code>
          <button type="button" class="copy" data-copy="secret">Copy</button>
        </div>
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
    ${
      deliveries.length === 0
        ? html`<p class="empty">No deliveries yet.</p>`
        : html`<table class="stack">
            <thead>
              <tr>
                <th scope="col">Change</th>
                <th scope="col">State</th>
                <th scope="col">Latest attempt</th>
                <th scope="col">Result</th>
                <th scope="col"><span class="unseen">Actions</span></th>
              </tr>
            </thead>
            <tbody>
              ${deliveries.map((delivery) => deliveryRow(webhook, visit, delivery))}
            </tbody>
          </table>`
    }
    ${paging}
  </section>`

function deliveryRow({ id }: Webhook, { zone }: Visit, delivery: Delivery): Html {
  const { seq, state, attempts, lastAt, status, fault } = delivery
  const times = attempts === 1 ? '1 attempt' : `${attempts} attempts`
  const send = `${webhookPath(id)}/deliveries/${encodeURIComponent(delivery.id)}/send`
  return html`<tr>
    <th scope="row">${String(seq)}</th>
    <td data-label="State">${DELIVERY_STATES[state]}</td>
    <td data-label="Latest attempt">
      ${lastAt === undefined ? 'None' : html`<span>${timeAt(lastAt, zone)}, ${times}</span>`}
    </td>
    <td data-label="Result">${fault ?? (status === undefined ? '' : `Answered with ${status}`)}</td>
    <td>
      ${postForm(
        send,
        html`<button class="button quiet">
          Send again<span class="unseen"> the message about change ${String(seq)}</span>
        </button>`,
      )}
    </td>
  </tr>`
}

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
