/**
 * The routes of webhooks. Only a device session opens them.
 * @see events 2
 */
import { ERRORS } from '../errors.ts'
import { EXAMPLE_DELIVERY, EXAMPLE_WEBHOOK } from './examples.ts'
import { LIMITS } from '../limits.ts'
import { DELIVERY_ID, WEBHOOK_ID } from './path-parameters.ts'
import { NO_PAGE, RECENT_ERRORS, SESSION_ERRORS } from './errors.ts'
import { WindowQuery } from '../requests/parameters.ts'
import type { Route } from './route.ts'
import {
  ChangeWebhook,
  Delivery,
  DeliveryList,
  MakeWebhook,
  Webhook,
  WebhookAnswer,
  WebhookList,
} from '../schemas/webhooks.ts'

const PATH = '/api/v1/settings/webhooks'
const ONE = `${PATH}/{id}`
const EXAMPLE = `${PATH}/${EXAMPLE_WEBHOOK.id}`
const NOT_FOUND = 'No webhook of this account has this id.'
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw9jYQ2Z6hDcE='

const common = { auth: 'session', tag: 'Webhooks' } as const

export const WEBHOOK_ROUTES: readonly Route[] = [
  {
    ...common,
    operationId: 'listWebhooks',
    client: 'webhooks.list',
    method: 'GET',
    path: PATH,
    summary: 'List webhooks',
    description: 'The webhooks of the account, newest first, without their secrets.',
    parameters: [],
    query: WindowQuery,
    answer: WebhookList,
    errors: SESSION_ERRORS,
    example: { request: `${PATH}?limit=1`, answer: { webhooks: [EXAMPLE_WEBHOOK], total: 2, next: 1 } },
  },
  {
    ...common,
    operationId: 'makeWebhook',
    client: { method: 'webhooks.make', once: 'there would be two webhooks' },
    recent: 'always',
    method: 'POST',
    audit: 'webhook_made',
    path: PATH,
    summary: 'Create a webhook',
    description: `Sends a signed message to an address after each later change that passes the filter. The answer alone has the \`secret\` of the signatures. The filter takes one of \`page\`, \`tag\`, \`type\` and \`query\`, and one of \`by\` and \`token\`. An account can have ${LIMITS.webhooks} webhooks (409).`,
    parameters: [],
    body: MakeWebhook,
    answer: WebhookAnswer,
    errors: {
      ...RECENT_ERRORS,
      bad_request: 'url must begin with https.',
      not_found: NO_PAGE,
      conflict: `This account already has ${LIMITS.webhooks} webhooks, which is the limit.`,
      too_large: ERRORS.too_large.example,
    },
    example: {
      request: PATH,
      body: { url: EXAMPLE_WEBHOOK.url, tag: 'work', by: 'tokens' },
      answer: { ...EXAMPLE_WEBHOOK, secret: SECRET },
    },
  },
  {
    ...common,
    operationId: 'readWebhook',
    client: 'webhooks.read',
    method: 'GET',
    path: ONE,
    summary: 'Read a webhook',
    description: 'One webhook, without its secret.',
    parameters: [WEBHOOK_ID],
    answer: Webhook,
    errors: { ...SESSION_ERRORS, not_found: NOT_FOUND },
    example: { request: EXAMPLE, answer: EXAMPLE_WEBHOOK },
  },
  {
    ...common,
    operationId: 'renewWebhookSecret',
    client: { method: 'webhooks.renewSecret', once: 'each request makes another secret' },
    recent: 'always',
    method: 'POST',
    audit: 'webhook_changed',
    path: `${ONE}/secret`,
    summary: 'Make a new secret',
    description: `Gives a webhook a new secret. For ${LIMITS.formerSecretHours} hours, messages have a signature by the secret before as well, after that of the new one. A second new secret within that time ends the first one at once. The route takes no body.`,
    parameters: [WEBHOOK_ID],
    answer: WebhookAnswer,
    errors: { ...RECENT_ERRORS, not_found: NOT_FOUND },
    example: {
      request: `${EXAMPLE}/secret`,
      answer: { ...EXAMPLE_WEBHOOK, formerSecretUntil: 1795255500000, secret: SECRET },
    },
  },
  {
    ...common,
    operationId: 'changeWebhook',
    client: { method: 'webhooks.change', once: false },
    recent: 'to_widen',
    method: 'PATCH',
    audit: 'webhook_changed',
    path: ONE,
    summary: 'Change a webhook',
    description:
      'Changes the address or the filter, or switches the webhook on or off. Members that you leave out stay, and `null` removes one. A webhook that is switched on again begins with a `pages.reset`.',
    parameters: [WEBHOOK_ID],
    body: ChangeWebhook,
    answer: Webhook,
    errors: {
      ...RECENT_ERRORS,
      bad_request: 'url must begin with https.',
      not_found: NOT_FOUND,
      too_large: ERRORS.too_large.example,
    },
    example: {
      request: EXAMPLE,
      body: { on: false },
      answer: { ...EXAMPLE_WEBHOOK, state: 'off', offAt: 1795169160000, offWhy: 'owner' },
    },
  },
  {
    ...common,
    operationId: 'removeWebhook',
    client: { method: 'webhooks.remove', once: 'the webhook would no longer be found' },
    method: 'POST',
    audit: 'webhook_removed',
    path: `${ONE}/remove`,
    summary: 'Delete a webhook',
    description:
      'Deletes a webhook with its deliveries. This cannot be undone. The route takes no body, and also works in grace.',
    parameters: [WEBHOOK_ID],
    answer: Webhook,
    errors: { ...SESSION_ERRORS, not_found: NOT_FOUND },
    example: { request: `${EXAMPLE}/remove`, answer: EXAMPLE_WEBHOOK },
  },
  {
    ...common,
    operationId: 'listDeliveries',
    client: 'webhooks.listDeliveries',
    method: 'GET',
    path: `${ONE}/deliveries`,
    summary: 'List deliveries',
    description: `The last ${LIMITS.webhookDeliveries} messages to a webhook, newest first, each with its latest attempt.`,
    parameters: [WEBHOOK_ID],
    query: WindowQuery,
    answer: DeliveryList,
    errors: { ...SESSION_ERRORS, not_found: NOT_FOUND },
    example: {
      request: `${EXAMPLE}/deliveries?limit=1`,
      answer: { deliveries: [EXAMPLE_DELIVERY], total: 12, next: 1 },
    },
  },
  {
    ...common,
    operationId: 'sendAgain',
    client: { method: 'webhooks.sendAgain', once: 'each request sends another message' },
    method: 'POST',
    audit: 'nothing',
    path: `${ONE}/deliveries/{delivery}/send`,
    summary: 'Send a message again',
    description: `Sends a message once more, now, with the same \`webhook-id\`, and answers with the result after up to ${LIMITS.webhookSeconds} seconds. It works for any state of the message and the webhook. The route takes no body.`,
    parameters: [WEBHOOK_ID, DELIVERY_ID],
    answer: Delivery,
    errors: {
      ...SESSION_ERRORS,
      not_found: 'No delivery of this webhook has this id.',
      conflict: 'A message to this webhook is being sent right now.',
    },
    example: { request: `${EXAMPLE}/deliveries/${EXAMPLE_DELIVERY.id}/send`, answer: EXAMPLE_DELIVERY },
  },
]
