/**
 * A sign-out without a network. The browser notes it in a cookie that the server reads too. So the first request of any kind ends
 * the session, which no script can take away.
 *
 * @see outliner 1.4
 */
import { LIMITS, SIGNED_OUT_COOKIE } from '@notegraph/contract'
import { render } from 'preact'
import { BASE, below } from './base.ts'
import { askSession, KEPT, keepDevice, keptDevice, soon, type Device } from './device.ts'
import { leave } from './leave.ts'
import type { OpenApp } from './open-app.ts'
import { lostBlocks } from './sending.ts'

/** Seconds that a session can last. */
const LASTS = LIMITS.browserDays * 86_400
/** Milliseconds from one question to the server to the next. */
const ASK_EVERY = 5_000

/** Notes that the person signed out of a device. */
export const noteSignedOut = ({ id }: Device): void => setCookie(id, LASTS)

function setCookie(id: string, seconds: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${SIGNED_OUT_COOKIE}=${id}; Path=${BASE || '/'}; Max-Age=${seconds}; SameSite=Lax${secure}`
}

/** Starts a browser that was signed out, before anything is drawn. @returns whether this window has no notes to show */
export async function startSignedOut(): Promise<boolean> {
  const kept = keptDevice()
  // The sign-out was cut off.
  if (kept) await leave(kept)
  keepDevice(undefined)
  const session = await soon(askSession())
  if (session === 'no-answer') showSignedOut()
  else if (session === 'signed-out') toSignedOut()
  else setCookie('', 0)
  return typeof session === 'string'
}

/** Shows it, and goes on as soon as the server answers. */
export function showSignedOut(): void {
  document.title = 'Signed out · Notegraph'
  render(
    <main id="main" class="text">
      <h1>Signed out</h1>
      <p role="status">
        This browser is signed out. Its session ends at the server as soon as there is a network. Changes that
        you kept wait in this browser for your next sign-in.
      </p>
      <button type="button" onClick={() => void goOn()}>
        Try again
      </button>
    </main>,
    document.getElementById('app')!,
  )
  addEventListener('online', () => void goOn())
  setInterval(() => void goOn(), ASK_EVERY)
}

/** The question itself ends the session. */
async function goOn(): Promise<void> {
  const session = await askSession()
  if (session === 'signed-out') toSignedOut()
  else if (session !== 'no-answer') location.replace(below('/'))
}

/** That page leads on to a provider, which may have a session too. */
function toSignedOut(): void {
  setCookie('', 0)
  location.replace(below('/signed-out?provider=1'))
}

/** Takes the notes off the screen when another window signs out. Words that the device cannot store stay. */
export function watchSignOut({ pages }: OpenApp): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === KEPT && newValue === null)
      void pages.stored().then(() => lostBlocks.peek() === 0 && showSignedOut())
  })
}
