/** A block in conflict on a running server. */
import type { ServedSession } from './served.ts'
import { aBlock, aPage, reworded, whole } from './syncing.ts'

/** Sends a body with the session, or reads without one. @returns the answer */
export async function callServed(
  { served, session }: ServedSession,
  path: string,
  body?: object,
): Promise<unknown> {
  const headers = { Authorization: `Bearer ${session}`, 'Content-Type': 'application/json' }
  const sent = body && { method: 'POST', body: JSON.stringify(body) }
  const answer = await fetch(served.baseUrl + path, { headers, ...sent })
  return answer.json()
}

/** Two devices change one block, each without the words of the other: "a red boat" and "a blue boat". */
export async function addConflict(it: ServedSession): Promise<void> {
  const sync = async (body?: object) => (await callServed(it, '/api/sync', body)) as { epoch: number }
  const { epoch } = await sync()
  const at = Date.now()
  const boat = aBlock('boat', 'a boat', { pageId: 'harbour', at })
  const items = [
    ['phone', whole(aPage('harbour', 'Harbour', at))],
    ['phone', whole(boat)],
    ['phone', reworded(boat, 'a red boat', 'phone~1', at + 1)],
    ['laptop', reworded(boat, 'a blue boat', 'laptop~1', at + 2)],
  ] as const
  for (const [device, item] of items) await sync({ epoch, device, records: [item] })
}
