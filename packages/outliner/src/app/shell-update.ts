/**
 * A newer shell. The service worker fetches it whole before it is used. It takes over when the person asks, at a reload, or
 * while every window is hidden. Each window then stores its text and reloads, and finds its caret again.
 *
 * @see outliner 1.6
 */
import { below } from './base.ts'
import type { OpenApp } from './open-app.ts'
import { lostBlocks } from './sending.ts'
import { keepVisit } from './places.ts'
import { trustedScript } from './trusted.ts'

/** Milliseconds from one look for a newer shell to the next. */
const LOOK_EVERY = 3_600_000

export async function watchShell(app: OpenApp): Promise<void> {
  const { serviceWorker } = navigator
  if (!serviceWorker) return
  const hadShell = serviceWorker.controller !== null
  const registration = await serviceWorker.register(trustedScript(below('/outliner-worker.js')))
  const takeOver = (when: 'now' | 'hidden'): void => registration.waiting?.postMessage({ takeOver: when })
  const offer = (): void => {
    if (registration.waiting && hadShell) app.newShell.value = () => takeOver('now')
  }
  registration.addEventListener('updatefound', () => {
    const { installing } = registration
    installing?.addEventListener('statechange', offer)
  })
  serviceWorker.addEventListener('controllerchange', () => {
    if (hadShell) void reload(app)
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') takeOver('hidden')
    else void look()
  })
  setInterval(() => void look(), LOOK_EVERY)
  // A window that was just opened has no text to lose.
  takeOver('now')

  async function look(): Promise<void> {
    // Without a network, the shell stays as it is.
    await registration.update().catch(() => {})
  }
}

/** Reloads the window, unless it has words that the device could not store. They stay on screen. */
export async function reload(app: OpenApp): Promise<void> {
  await app.pages.stored()
  if (lostBlocks.peek() > 0) return
  keepVisit()
  location.reload()
}
