/** Leaves this browser without the notes of an account, but for edits that only this browser has. @see outliner 1.4 */
import { countAll } from '@notegraph/sync'
import { indexedDbStore } from '@notegraph/sync/indexeddb'
import type { Device } from './device.ts'
import { databaseOf } from './names.ts'

/**
 * Deletes the notes of an account, unless edits wait for the server. Those stay until the person signs in to the same
 * account again; no other account opens them.
 */
export async function leave(device: Pick<Device, 'account'>): Promise<void> {
  const store = await indexedDbStore(databaseOf(device))
  const { pending, refused } = await countAll(store)
  await store.close()
  if (pending + refused > 0) return
  await new Promise<void>((done) => {
    // The worker closes its database when it hears of this.
    const deleting = indexedDB.deleteDatabase(databaseOf(device))
    for (const end of ['success', 'error']) deleting.addEventListener(end, () => done())
  })
}
