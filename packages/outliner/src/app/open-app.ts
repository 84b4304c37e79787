/** The parts that all views share: the notes of the device, the pages, the renderer, and the state of the device. */
import { signal, type Signal } from '@preact/signals'
import { leave } from './leave.ts'
import { openNotes, type Notes } from './notes.ts'
import { keepDevice, type Device } from './device.ts'
import { Pages } from './pages.ts'
import { toSignIn } from './places.ts'
import { blockRenderer, type RenderBlock } from './render-block.ts'
import { statusLine, type StatusLine } from './status.ts'

export interface OpenApp {
  readonly notes: Notes
  readonly pages: Pages
  readonly render: RenderBlock
  readonly status: Signal<StatusLine>
  /** Sends the edits, deletes the notes from this browser if all are sent, and signs it out. */
  signOut(form: HTMLFormElement): Promise<void>
}

export function openApp(device: Device): OpenApp {
  const notes = openNotes(device)
  const { engine } = notes
  const pages = new Pages(notes)
  const status = signal(statusLine(engine.state))
  const tell = (): void => void (status.value = statusLine(engine.state))
  engine.on('state', (state) => {
    tell()
    if (state.status !== 'error' || state.reason.code !== 'unauthorized') return
    // At its start, the outliner deletes the notes that the server has, and keeps the others.
    void pages.stored().then(toSignIn)
  })
  engine.on('counts', tell)
  // The browser may end a hidden page at any time, and the day may be another one when it is shown again.
  document.addEventListener('visibilitychange', () => {
    void pages.stored()
    void pages.read()
    void engine.sync()
  })
  addEventListener('pagehide', () => void pages.stored())
  void pages.read()
  return {
    notes,
    pages,
    status,
    render: blockRenderer(engine),
    async signOut(form) {
      await pages.stored()
      await engine.sync()
      const { pending, refused } = engine.state
      const waiting = pending + refused
      const question = `${waiting === 1 ? '1 change is' : `${waiting} changes are`} not on the server yet. This browser keeps your notes until you sign in to this account again. Sign out?`
      if (waiting > 0 && !confirm(question)) return
      keepDevice(undefined)
      await leave(device)
      form.submit()
    },
  }
}
