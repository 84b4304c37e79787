/** Opens the outliner: finds the device that this browser is, and draws its notes. */
import { render } from 'preact'
import { below } from './base.ts'
import { askSession, keepDevice, keptDevice, type Device } from './device.ts'
import { leave } from './leave-later.ts'
import { openApp } from './open-app.ts'
import { followLinks, toSignIn } from './places.ts'
import { App } from './views/app.tsx'
import './style.css'

const root = document.getElementById('app')!

async function start(): Promise<void> {
  // Some browsers have no workers that windows share.
  if (!('SharedWorker' in globalThis)) return location.replace(below('/graph'))
  if (!isSecureContext) (await import('./plain-http.ts')).fillIn()
  const kept = keptDevice()
  const session = await askSession()
  if (session === 'signed-out') {
    keepDevice(undefined)
    if (kept) await leave(kept)
    return toSignIn()
  }
  const device: Device | undefined = session === 'no-answer' ? kept : session
  if (!device) return say('The server does not answer. Open this page again when there is a network.')
  if (kept && kept.account !== device.account) await leave(kept)
  keepDevice(device)
  followLinks()
  const app = openApp(device)
  render(<App app={app} />, root)
  void import('./shell-update.ts').then(async ({ watchShell }) => watchShell(app))
  // Letters right after Ctrl K are for it.
  void import('./views/switcher.tsx')
}

function say(text: string): void {
  render(<p role="alert">{text}</p>, root)
}

await start()
