/**
 * Gives the program of a plug-in the secret of its webhook, as a further member of a token answer. Only the program that
 * the person allowed gets this answer, over its own connection, so the secret never passes through a browser.
 * @see events 5
 */
import { hashSecret } from '@notegraph/service'
import type { Store } from '@notegraph/store'
import type { NodeAnswer } from './node-exchange.ts'

/** @param answer an answer of the token endpoint @returns it with the secret, if the app is a plug-in with a webhook */
export async function withWebhookSecret(
  { connectedApps, plugins, webhooks }: Store,
  answer: NodeAnswer,
): Promise<NodeAnswer> {
  if (answer.status !== 200) return answer
  const tokens = JSON.parse(answer.body.toString()) as { readonly access_token: string }
  const holder = await connectedApps.findSecret('access', hashSecret(tokens.access_token))
  const plugin = holder && (await plugins.findByUrl(holder.account.id, holder.app.clientId))
  if (plugin?.webhookId === undefined) return answer
  const webhook = await webhooks.find(plugin.accountId, plugin.webhookId)
  if (!webhook) return answer
  const body = Buffer.from(JSON.stringify({ ...tokens, notegraph_webhook_secret: webhook.secret }))
  return { ...answer, body }
}
