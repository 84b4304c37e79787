/** Webhooks: creates, lists, changes and deletes them, and shows and repeats their deliveries. @see events 2 */
import { LIMITS, NO_WEBHOOK_FILTER } from '@notegraph/contract'
import type { WebDeps } from '../deps.ts'
import { html } from '../html.ts'
import type { Page, Routes, View, Visit } from '../page.ts'
import { asPerson } from '../writing/as-person.ts'
import { confirmSignIn, isNotRecent, notRecent } from '../components/confirm-sign-in.ts'
import { redirectWithFlash, takeFlash, textsOf } from '../components/flash-message.ts'
import { postForm } from '../components/form.ts'
import { notice } from '../components/notice.ts'
import { oneTimeSecrets, type OneTimeSecrets } from '../components/one-time-secrets.ts'
import { listPart, offsetOf, paging } from '../components/paging.ts'
import { refusalLine } from '../components/refusal-words.ts'
import {
  askedIn,
  NO_WEBHOOK,
  sentOf,
  webhookFields,
  webhookPath,
  WEBHOOKS,
  type AskedWebhook,
} from './webhooks/forms.ts'
import { confirmRemove, webhookPage, type NewSecret } from './webhooks/one.ts'
import { webhookTable } from './webhooks/overview.ts'
import { writersOf } from './webhooks/writers.ts'

export const webhooks: Page = {
  title: 'Webhooks',
  path: WEBHOOKS,
  section: 'settings',
  count: ({ notices }) => notices.filter(({ kind }) => kind === 'webhook_off').length,
  routes(on, deps) {
    const secrets = oneTimeSecrets<NewSecret>(deps.clock)
    on.get(WEBHOOKS, async (visit) => overview(deps, visit))
    on.post(WEBHOOKS, async (visit, form) => {
      if (!visit.isRecent) return notRecent(visit, WEBHOOKS, form)
      const asked = askedIn(form)
      const made = await asPerson(visit, async () => {
        const sent = sentOf(asked)
        return sent.ok ? deps.webhooks.make(visit.account, sent.value) : sent
      })
      if (!made.ok) return overview(deps, visit, { ...asked, error: refusalLine(made.refusal) })
      secrets.keep(visit, made.value)
      return redirectWithFlash(deps.baseUrl(), webhookPath(made.value.id), { done: 'made' })
    })
    on.get(`${WEBHOOKS}/:id`, async (visit) => shown(deps, visit, undefined, secrets.take(visit)))
    secretRoute(on, deps, secrets)
    on.post(`${WEBHOOKS}/:id`, async (visit, form) => {
      const asked = askedIn(form)
      const changed = await asPerson(visit, async () => {
        const sent = sentOf(asked)
        if (!sent.ok) return sent
        const change = { ...NO_WEBHOOK_FILTER, ...sent.value }
        return deps.webhooks.change(visit.account, visit.part('id'), change, visit.isRecent)
      })
      if (changed.ok) return back(deps, visit, 'changed')
      if (isNotRecent(changed.refusal)) return notRecent(visit, webhookPath(visit.part('id')), form)
      return shown(deps, visit, { ...asked, error: refusalLine(changed.refusal) })
    })
    stateRoutes(on, deps)
    on.post(`${WEBHOOKS}/:id/deliveries/:delivery/send`, async (visit) => {
      const { account } = visit
      const sent = await deps.webhooks.sendAgain(account, visit.part('id'), visit.part('delivery'))
      if (!sent.ok) return shown(deps, visit, { error: refusalLine(sent.refusal) })
      return back(deps, visit, sent.value.fault === undefined ? 'sent' : 'not_sent')
    })
  },
}

/** Makes a new secret, which the next page shows once. */
function secretRoute(on: Routes, deps: WebDeps, secrets: OneTimeSecrets<NewSecret>): void {
  on.post(`${WEBHOOKS}/:id/secret`, async (visit, form) => {
    if (!visit.isRecent) return notRecent(visit, webhookPath(visit.part('id')), form)
    const renewed = await deps.webhooks.renewSecret(visit.account, visit.part('id'))
    if (!renewed.ok) return NO_WEBHOOK
    secrets.keep(visit, renewed.value)
    return back(deps, visit, 'secret')
  })
}

function stateRoutes(on: Routes, deps: WebDeps): void {
  for (const state of ['on', 'off'] as const)
    on.post(`${WEBHOOKS}/:id/${state}`, async (visit) => {
      const change = { on: state === 'on' }
      const changed = await asPerson(visit, async () =>
        deps.webhooks.change(visit.account, visit.part('id'), change, visit.isRecent),
      )
      return changed.ok
        ? back(deps, visit, state)
        : shown(deps, visit, { error: refusalLine(changed.refusal) })
    })
  on.get(`${WEBHOOKS}/:id/remove`, async (visit) => {
    const webhook = await deps.webhooks.read(visit.account, visit.part('id'))
    return webhook.ok ? confirmRemove(webhook.value) : NO_WEBHOOK
  })
  on.post(`${WEBHOOKS}/:id/remove`, async (visit) => {
    const removed = await deps.webhooks.remove(visit.account, visit.part('id'))
    if (!removed.ok) return NO_WEBHOOK
    return redirectWithFlash(deps.baseUrl(), WEBHOOKS, { removed: removed.value.url })
  })
}

const readFlash = textsOf('done', 'removed')

const back = (deps: WebDeps, visit: Visit, done: string): Response =>
  redirectWithFlash(deps.baseUrl(), webhookPath(visit.part('id')), { done })

async function overview(deps: WebDeps, visit: Visit, asked: AskedWebhook = {}): Promise<View> {
  const { account, query } = visit
  const offset = offsetOf(query)
  const { webhooks, total } = await deps.webhooks.list(account, { limit: LIMITS.webRows, offset })
  const { value, headers } = takeFlash(visit, deps.baseUrl(), readFlash)
  const writers = await writersOf(deps, account.id)
  const fields = html`${webhookFields(asked, writers, 'new')} <button class="button">Create webhook</button>`
  return {
    title: 'Webhooks',
    headers,
    ...(asked.error !== undefined && { status: 400 }),
    body: html`<p class="lead">
        A webhook sends a signed message to your program after each change, in order and at least once.
      </p>
      ${value?.removed !== undefined && notice(html`Webhook to <bdi>${value.removed}</bdi> deleted.`)}
      <section aria-labelledby="webhooks">
        <h2 id="webhooks">Your webhooks</h2>
        ${listPart({ path: WEBHOOKS, query, total, offset, limit: LIMITS.webRows }, webhookTable(webhooks, writers, visit), 'No webhooks yet.')}
      </section>
      <section aria-labelledby="new">
        <h2 id="new">New webhook</h2>
        ${visit.isRecent ? postForm(WEBHOOKS, fields, 'card') : confirmSignIn(visit, WEBHOOKS)}
      </section>`,
  }
}

async function shown(deps: WebDeps, visit: Visit, asked?: AskedWebhook, made?: NewSecret): Promise<View> {
  const [account, id, offset] = [visit.account, visit.part('id'), offsetOf(visit.query)]
  const webhook = await deps.webhooks.read(account, id)
  const deliveries = await deps.webhooks.deliveries(account, id, { limit: ROWS, offset })
  if (!webhook.ok || !deliveries.ok) return NO_WEBHOOK
  const { value, headers } = takeFlash(visit, deps.baseUrl(), readFlash)
  const page = {
    path: webhookPath(id),
    query: visit.query,
    offset,
    limit: ROWS,
    total: deliveries.value.total,
  }
  const view = webhookPage(webhook.value, visit, {
    asked,
    secret: made?.id === id ? made.secret : undefined,
    done: value?.done,
    writers: await writersOf(deps, account.id),
    deliveries: deliveries.value.deliveries,
    paging: paging(page),
  })
  return { ...view, headers, ...(asked && { status: 400 }) }
}

/** Deliveries on one page. */
const ROWS = 20
