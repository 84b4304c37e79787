/** Opens the outliner: finds the device that this browser is, and draws its notes. */
import { render } from 'preact'
import { askSession, isSignedOut, keepDevice, keptDevice, soon, type Device } from './device.ts'
import { leave } from './leave-later.ts'
import { WAIT } from './names.ts'
import { openApp } from './open-app.ts'
import { followLinks, toSignIn } from './places.ts'
import { App } from './views/app.tsx'
import './style.css'

const root = document.getElementById('app')!

async function start(): Promise<void> {
  if (!isSecureContext) (await import('./plain-http.ts')).fillIn()
  if (isSignedOut() && (await (await import('./signed-out.tsx')).startSignedOut())) return
  const kept = keptDevice()
  const asked = askSession()
  const session = await (kept && !sessionStorage.getItem(WAIT) ? soon(asked) : asked)
  sessionStorage.removeItem(WAIT)
  if (session === 'signed-out') {
    if (kept) await leave(kept)
    // Last, so that a start after a cut goes on with it.
    keepDevice(undefined)
    return toSignIn()
  }
  const device: Device | undefined = session === 'no-answer' ? kept : session
  if (!device) return say('The server does not answer. Open this page again when there is a network.')
  if (kept && kept.account !== device.account) await leave(kept)
  keepDevice(device)
  followLinks()
  const app = openApp(device)
  render(<App app={app} />, root)
  // A long list of pages would hold up the blocks of the place that is shown.
  void app.pages.read()
  void import('./shell-update.ts').then(async ({ watchShell }) => watchShell(app))
  void import('./signed-out.tsx').then(({ watchSignOut }) => watchSignOut(app))
  // Letters right after Ctrl K are for it.
  void import('./views/switcher.tsx')
  if (session === 'no-answer') void import('./late-answer.ts').then(async ({ hear }) => hear(asked, app))
}

function say(text: string): void {
  render(<p role="alert">{text}</p>, root)
}

// Nothing waits for this module, because parts that are loaded meanwhile may import from its bundle.
void start()
