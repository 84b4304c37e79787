/**
 * Webhooks: addresses that hear of each commit.
 * @see events 2
 */
import * as v from 'valibot'
import { envelope } from './envelope.ts'
import { LIMITS } from '../limits.ts'
import { optional, removable } from './optional.ts'
import { ResolvedType } from './page.ts'
import { Count, list, Timestamp } from './scalars.ts'

/** The kinds of writers that a webhook can be narrowed to. */
export const WEBHOOK_WRITERS = ['devices', 'tokens', 'imports', 'owner'] as const

const Url = v.pipe(v.string(), v.description('The address that messages are sent to.'))
const Tag = v.pipe(
  v.string(),
  v.description('Only pages that carry this tag, and blocks that link or tag the page of this name.'),
)
const Type = v.pipe(ResolvedType, v.description('Only pages of this resolved type.'))
const Query = v.pipe(v.string(), v.description('Only blocks that match this query.'))
const By = v.pipe(
  v.picklist(WEBHOOK_WRITERS),
  v.description(
    'Only writes of these: devices, tokens (programs, assistants and connected apps), imports, or the owner on the web.',
  ),
)
const Token = v.pipe(v.string(), v.description('Only writes of the token, or connected app, with this id.'))
const Blocks = v.pipe(
  v.boolean(),
  v.description('Whether messages contain the written blocks as the API shows them. By default they do not.'),
)
const Secret = v.pipe(
  v.string(),
  v.description('The secret that signs the messages, as Standard Webhooks describes: `whsec_` and base64.'),
)

/** The parts of the graph that a webhook can be narrowed to. It takes one at most. */
export const WEBHOOK_PARTS = ['page', 'tag', 'type', 'query'] as const

/** The members that select what a webhook hears of. */
const FILTER = {
  page: v.pipe(v.string(), v.description('Only this page, by its id, its name or an alias.')),
  tag: Tag,
  type: Type,
  query: Query,
  by: By,
  token: Token,
}

/** A change that removes the whole filter. */
export const NO_WEBHOOK_FILTER = Object.fromEntries(Object.keys(FILTER).map((name) => [name, null])) as {
  readonly [N in keyof typeof FILTER]: null
}

const webhook = {
  id: v.string(),
  url: Url,
  ...optional({ ...FILTER, page: v.pipe(v.string(), v.description('The id of the only page.')) }),
  blocks: Blocks,
  state: v.pipe(
    v.picklist(['on', 'failing', 'off']),
    v.description('`failing` while a message waits after a failed attempt. `off` sends nothing.'),
  ),
  createdAt: Timestamp,
  formerSecretUntil: v.exactOptional(
    v.pipe(Timestamp, v.description('Until then the secret before the current one signs messages as well.')),
  ),
  failingSince: v.exactOptional(
    v.pipe(Timestamp, v.description('The first failed attempt of the message that waits.')),
  ),
  dueAt: v.exactOptional(v.pipe(Timestamp, v.description('The next attempt, while the webhook is failing.'))),
  offAt: v.exactOptional(v.pipe(Timestamp, v.description('When it was switched off.'))),
  offWhy: v.exactOptional(
    v.pipe(
      v.picklist(['failed', 'owner']),
      v.description(`\`failed\` if its address accepted nothing for ${LIMITS.webhookDays} days.`),
    ),
  ),
}

/** A webhook, without its secret. */
export const Webhook = v.pipe(v.strictObject(webhook), v.description('An address that hears of changes.'))
export type Webhook = v.InferOutput<typeof Webhook>

/** A webhook with its new secret, which no other answer has. */
export const WebhookAnswer = v.pipe(
  v.strictObject({ ...webhook, secret: Secret }),
  v.description('A webhook with its new secret. No other answer has the secret.'),
)
export type WebhookAnswer = v.InferOutput<typeof WebhookAnswer>

/** The answer of the list of webhooks, newest first. */
export const WebhookList = v.pipe(
  v.strictObject({ webhooks: list(Webhook), ...envelope }),
  v.description('Webhooks, newest first.'),
)
export type WebhookList = v.InferOutput<typeof WebhookList>

/** A message to a webhook, and its latest attempt. */
export const Delivery = v.pipe(
  v.strictObject({
    id: v.pipe(v.string(), v.description('The `webhook-id` of the message, the same at each attempt.')),
    seq: v.pipe(Count, v.description('The number of the change.')),
    state: v.pipe(
      v.picklist(['pending', 'delivered', 'failed']),
      v.description('`pending` until it is delivered; `failed` once the server gave up.'),
    ),
    attempts: Count,
    createdAt: Timestamp,
    lastAt: v.exactOptional(v.pipe(Timestamp, v.description('The latest attempt.'))),
    status: v.exactOptional(
      v.pipe(Count, v.description('The status of the latest answer. Omitted without an answer.')),
    ),
    fault: v.exactOptional(v.pipe(v.string(), v.description('Why the latest attempt failed, for people.'))),
    took: v.exactOptional(v.pipe(Count, v.description('Milliseconds of the latest attempt.'))),
    body: v.pipe(v.string(), v.description('The message as it is sent, JSON text.')),
  }),
  v.description('A message to a webhook.'),
)
export type Delivery = v.InferOutput<typeof Delivery>

/** The answer of the list of deliveries, newest first. */
export const DeliveryList = v.pipe(
  v.strictObject({ deliveries: list(Delivery), ...envelope }),
  v.description(`The last ${LIMITS.webhookDeliveries} messages to a webhook, newest first.`),
)
export type DeliveryList = v.InferOutput<typeof DeliveryList>

const url = v.pipe(Url, v.metadata({ minLength: 1, maxLength: LIMITS.webhookUrl }))

/** The members that select what a webhook hears of, and whether messages contain it. */
export const webhookFilter = optional({ ...FILTER, blocks: Blocks })

/** The body for making a webhook. */
export const MakeWebhook = v.strictObject({ url, ...webhookFilter })
export type MakeWebhook = v.InferOutput<typeof MakeWebhook>

/** The body for changing a webhook. Members that are left out stay; `null` removes one. */
export const ChangeWebhook = v.strictObject({
  url: v.exactOptional(url),
  ...removable(FILTER),
  blocks: v.exactOptional(Blocks),
  on: v.exactOptional(v.pipe(v.boolean(), v.description('Switches the webhook on or off.'))),
})
export type ChangeWebhook = v.InferOutput<typeof ChangeWebhook>

const Kind = v.picklist(['written', 'deleted'])

/** A message, as a receiver gets it. */
export const WebhookMessage = v.pipe(
  v.strictObject({
    type: v.pipe(
      v.picklist(['pages.changed', 'pages.reset']),
      v.description(
        '`pages.reset` means that any page may have changed, and names none: the webhook was switched on again, the server was restored from a backup, or too many changes waited. Read everything that you keep again.',
      ),
    ),
    timestamp: v.pipe(
      v.string(),
      v.description('The time at which the message was prepared.'),
      v.metadata({ format: 'date-time' }),
    ),
    data: v.strictObject({
      seq: v.pipe(Count, v.description('The number of the change. It grows with each change.')),
      by: v.exactOptional(
        v.pipe(
          v.strictObject({
            kind: v.picklist(['token', 'device', 'import', 'owner']),
            id: v.exactOptional(v.pipe(v.string(), v.description('The id of the token or connected app.'))),
            name: v.exactOptional(
              v.pipe(v.string(), v.description('The name of the token or connected app.')),
            ),
          }),
          v.description('The writer. Omitted in `pages.reset`.'),
        ),
      ),
      pages: v.pipe(
        list(
          v.strictObject({
            id: v.string(),
            name: v.pipe(
              v.string(),
              v.description('The name of the page; of a deleted page, its last name.'),
            ),
            kind: v.pipe(Kind, v.description('`deleted` if the change deleted the page.')),
            blocks: v.pipe(
              list(
                v.strictObject({
                  id: v.string(),
                  kind: v.pipe(Kind, v.description('`deleted` also if the block moved to another page.')),
                  block: v.exactOptional(
                    v.pipe(
                      v.looseObject({}),
                      v.description(
                        'The block as the API shows it. Omitted unless the webhook asks for blocks, and if the message is long.',
                      ),
                    ),
                  ),
                }),
              ),
              v.description(
                'The written blocks. Empty if the change wrote only the page, or very many blocks.',
              ),
            ),
          }),
        ),
        v.description(`Up to ${LIMITS.webhookPages} pages. The next message has the others.`),
      ),
      reset: v.exactOptional(v.literal(true)),
    }),
  }),
  v.description('A change of the graph.'),
)
export type WebhookMessage = v.InferOutput<typeof WebhookMessage>
