/** The messages that the server sends to webhooks, in the description of the API. @see events 2 */
import { EXAMPLE_MESSAGE } from '../routes/examples.ts'
import { LIMITS } from '../limits.ts'
import { reference, type Json } from './schemas.ts'
import { WebhookMessage } from '../schemas/webhooks.ts'

const header = (name: string, description: string, example: string): Json => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
})

/** The webhooks of the document of the app, by name. */
export const webhookMessages = (): Json => ({
  pagesChanged: {
    post: {
      operationId: 'pagesChanged',
      tags: ['Webhooks'],
      summary: 'A change',
      description: `Sent after each change that passes the filter of a webhook, in the order of the changes, at least once. It is signed as Standard Webhooks describes. A message that is not accepted is sent again for ${LIMITS.webhookDays} days, and later messages wait for it.`,
      security: [],
      parameters: [
        header(
          'webhook-id',
          'The id of the message, the same at each attempt.',
          'msg_Yt3kQ0x7TzW2mYb9Rf1LcA',
        ),
        header('webhook-timestamp', 'The time of the attempt, in seconds since 1970.', '1795169100'),
        header(
          'webhook-signature',
          '`v1,` and an HMAC-SHA256 in base64 of the id, the timestamp and the body, with full stops between. The key is the secret of the webhook, decoded from base64.',
          'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
        ),
      ],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: reference(WebhookMessage), example: EXAMPLE_MESSAGE } },
      },
      responses: {
        '2XX': { description: 'The message is accepted. The body is not read.' },
        default: {
          description: `The message is sent again. So it is without an answer in ${LIMITS.webhookSeconds} seconds.`,
        },
      },
    },
  },
})
