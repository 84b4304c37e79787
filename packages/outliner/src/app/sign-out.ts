/** Signs this browser out. @see outliner 1.4 */
import { keepDevice } from './device.ts'
import { dialog } from './dialog.ts'
import { discard, leave } from './leave.ts'
import type { OpenApp } from './open-app.ts'
import { lostBlocks } from './sending.ts'

/** Sends the edits, and asks if some cannot be sent. */
export async function signOut(app: OpenApp, form: HTMLFormElement): Promise<void> {
  const { engine } = app.notes
  await app.pages.stored()
  await engine.sync()
  const { pending, refused } = engine.state
  const waiting = pending + refused + lostBlocks.peek()
  if (waiting > 0) dialog.value = { show: 'signOut', form, waiting }
  else await endSession(app, form, 'keep')
}

/** @param unsent whether edits and files that only this browser has stay in it */
export async function endSession(
  { device, notes }: OpenApp,
  form: HTMLFormElement,
  unsent: 'keep' | 'discard',
): Promise<void> {
  keepDevice(undefined)
  if (unsent === 'keep') await leave(device, notes.engine)
  else {
    notes.unstored.forget()
    await discard(device)
  }
  // Without it, the server asks the browser to clear its storage.
  form.action += '?keep'
  form.submit()
}
