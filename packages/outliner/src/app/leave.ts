/** Leaves this browser without the notes of an account, but for edits that only this browser has. @see outliner 1.4 */
import type { RemoteEngine } from '@notegraph/sync'
import { askSession, soon, type Device } from './device.ts'
import { databaseOf } from './names.ts'
import { openEngine } from './notes.ts'
import { lostBlocks } from './sending.ts'

/**
 * Deletes the notes of an account. Edits and files that wait for the server stay until the person signs in to the same account
 * again; no other account opens them.
 *
 * @param engine the engine of this window; without it, the worker of the account is asked
 */
export async function leave(
  device: Device,
  engine: Pick<RemoteEngine, 'keepUnsent' | 'on'> = openEngine(device),
): Promise<void> {
  // Notes that another release has, or that this one cannot open, stay as they are. That release deletes them.
  const isBusy = new Promise<undefined>((done) => {
    engine.on('state', ({ status }) => status === 'waiting' && done(undefined))
  })
  const left = await Promise.race([engine.keepUnsent().catch(() => undefined), isBusy])
  if (left === 0) await discard(device)
}

/** The same for an open window whose session has ended. If somebody signed in again meanwhile, the notes are in use. */
export async function leaveEnded(device: Device, engine: RemoteEngine): Promise<void> {
  if (lostBlocks.peek() === 0 && (await soon(askSession())) === 'signed-out') await leave(device, engine)
}

/** Deletes the notes of an account, with edits that only this browser has. */
export async function discard(device: Device): Promise<void> {
  await new Promise<void>((done) => {
    // The worker closes its database when it hears of this.
    const deleting = indexedDB.deleteDatabase(databaseOf(device))
    for (const end of ['success', 'error']) deleting.addEventListener(end, () => done())
  })
}
