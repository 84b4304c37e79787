/** The forms of webhooks: their fields, and the requests that they send. */
import { LIMITS, RESOLVED_TYPES, WEBHOOK_PARTS, type MakeWebhook, type Webhook } from '@notegraph/contract'
import { either } from '@notegraph/page-types'
import { ok, refuse, type Result } from '@notegraph/service'
import { fieldOf, textField } from '../../components/form.ts'
import { options } from '../../components/options.ts'
import { missing } from '../../components/not-found.ts'
import { html, type Html } from '../../html.ts'
import type { View } from '../../page.ts'
import { writerField, writerOptions, writersIn, type Writer } from './writers.ts'

export const WEBHOOKS = '/settings/webhooks'
export const webhookPath = (id: string): string => `${WEBHOOKS}/${encodeURIComponent(id)}`

export const NO_WEBHOOK: View = missing(
  'Webhook not found',
  'Your account has no webhook with this id.',
  html`<a href="${WEBHOOKS}">All webhooks</a>`,
)

/** The parts of the graph that a webhook can be narrowed to. */
const PARTS: Readonly<Record<'all' | (typeof WEBHOOK_PARTS)[number], string>> = {
  all: 'All changes',
  page: 'A page',
  tag: 'A tag',
  type: 'A page type',
  query: 'A query',
}

/** The values of a form, and the reason of its refusal. */
export interface AskedWebhook {
  readonly url?: string
  readonly part?: string
  /** The name of the page, the tag or the type, or the query. */
  readonly value?: string
  readonly by?: string
  readonly blocks?: boolean
  readonly error?: string
}

export const askedIn = (form: FormData): AskedWebhook => ({
  url: fieldOf(form, 'url').trim(),
  part: fieldOf(form, 'part'),
  value: fieldOf(form, 'value').trim(),
  by: fieldOf(form, 'by'),
  blocks: form.has('blocks'),
})

/** The values of a webhook, as its form shows them. */
export function askedOf(webhook: Webhook): AskedWebhook {
  const { url, blocks } = webhook
  const part = WEBHOOK_PARTS.find((one) => webhook[one] !== undefined)
  return { url, part: part ?? 'all', value: (part && webhook[part]) ?? '', by: writerField(webhook), blocks }
}

/** @returns 400 for a type that does not exist */
export function sentOf({
  url = '',
  part,
  value = '',
  by = '',
  blocks = false,
}: AskedWebhook): Result<MakeWebhook> {
  const sent = { url, blocks, ...writersIn(by) }
  const one = WEBHOOK_PARTS.find((name) => name === part)
  if (one === undefined) return ok(sent)
  if (one !== 'type') return ok({ ...sent, [one]: value })
  const type = RESOLVED_TYPES.find((one) => one === value.toLowerCase())
  if (type) return ok({ ...sent, type })
  return refuse({ code: 'bad_request', error: `The page type takes ${either(RESOLVED_TYPES)}.` })
}

/** @param id separates the fields of two forms */
export const webhookFields = (asked: AskedWebhook, writers: readonly Writer[], id: string): Html =>
  html`${textField({
      id: `${id}-url`,
      name: 'url',
      label: 'Address',
      value: asked.url ?? '',
      how: html`type="url" required maxlength="${LIMITS.webhookUrl}" placeholder="https://" autocomplete="off"`,
    })}
    <div class="field">
      <label for="${id}-part">Filter</label>
      <select id="${id}-part" name="part">
        ${options(Object.entries(PARTS), asked.part ?? 'all')}
      </select>
    </div>
    ${textField({
      id: `${id}-value`,
      name: 'value',
      label: 'Page, tag, type or query',
      value: asked.value ?? '',
      hint: 'Leave this empty for all changes.',
      how: html`maxlength="${LIMITS.queryCharacters}" autocomplete="off" dir="auto"`,
    })}
    <div class="field">
      <label for="${id}-by">Written by</label>
      <select id="${id}-by" name="by">
        ${writerOptions(writers, asked.by ?? '')}
      </select>
    </div>
    <div class="field">
      <label>
        <input type="checkbox" name="blocks" value="1" ${asked.blocks === true && html`checked`} /> Include
        the text of blocks
      </label>
      <p class="hint">Otherwise messages contain only ids, page names and numbers.</p>
    </div>
    ${asked.error !== undefined && html`<p class="error" role="alert">${asked.error}</p>`}`
