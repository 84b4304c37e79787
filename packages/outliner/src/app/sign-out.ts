/** Signs this browser out. @see outliner 1.4 */
import { below } from './base.ts'
import { keepDevice, PATIENCE } from './device.ts'
import { dialog } from './dialog.ts'
import { discard, leave } from './leave.ts'
import type { OpenApp } from './open-app.ts'
import { lostBlocks } from './sending.ts'
import { noteSignedOut, showSignedOut } from './signed-out.tsx'

/** Milliseconds for the edits to be sent. A network can be there, and answer nothing. */
const SENT_WITHIN = 10_000

/** Sends the edits, and asks if some cannot be sent. */
export async function signOut(app: OpenApp, form: HTMLFormElement): Promise<void> {
  const { engine } = app.notes
  await app.pages.stored()
  await Promise.race([engine.sync(), new Promise((done) => void setTimeout(done, SENT_WITHIN))])
  const { pending, refused } = app.state.peek()
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
  // First, so that a start after a cut goes on with it.
  noteSignedOut(device)
  if (unsent === 'keep') await leave(device, notes.engine)
  else {
    notes.unstored.forget()
    await discard(device)
  }
  keepDevice(undefined)
  if (!(await isReached())) return showSignedOut()
  // Without it, the server asks the browser to clear its storage.
  form.action += '?keep'
  form.submit()
}

/** Whether the server answers now. If not, a form would lead to a page of the browser. */
const isReached = async (): Promise<boolean> =>
  fetch(below('/healthz'), { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE) }).then(
    ({ status }) => status < 500,
    () => false,
  )
