/**
 * Copies the clients that an account's apps registered. A client belongs to no account, since people of several accounts use
 * one app. So the source keeps its copy, and a client that the target knows stays as it is.
 */
import { hashSecret, type AccountRows, type MoveSide } from '@notegraph/store'

/** Nothing in the target expires or makes room for a client. */
const ALL = { now: 0, most: Infinity }

export async function copyClients(
  from: MoveSide['clients'],
  to: MoveSide['clients'],
  apps: AccountRows['connected_app'],
): Promise<void> {
  const ids = new Set(apps.map(({ client_id: id }) => String(id)))
  for (const id of ids) {
    const hash = hashSecret(id)
    const client = await from.findRecord('client', hash)
    if (client && !(await to.findRecord('client', hash))) await to.putRecord(client, ALL)
  }
}
