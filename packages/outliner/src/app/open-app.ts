/** The parts that all views share: the notes of the device, the pages, the renderer, and the state of the device. */
import { signal, type Signal } from '@preact/signals'
import { below } from './base.ts'
import { deleteNotes } from './names.ts'
import { openNotes, type Notes } from './notes.ts'
import { keepDevice, type Device } from './device.ts'
import { Pages } from './pages.ts'
import { blockRenderer, type RenderBlock } from './render-block.ts'
import { statusLine, type StatusLine } from './status.ts'

export interface OpenApp {
  readonly notes: Notes
  readonly pages: Pages
  readonly render: RenderBlock
  readonly status: Signal<StatusLine>
  /** Sends the edits, deletes the notes from this browser, and signs it out. */
  signOut(form: HTMLFormElement): Promise<void>
}

export async function openApp(device: Device): Promise<OpenApp> {
  const notes = await openNotes(device)
  const { engine } = notes
  const pages = new Pages(notes)
  const status = signal(statusLine(engine.state))
  const tell = (): void => void (status.value = statusLine(engine.state))
  engine.on('state', (state) => {
    tell()
    if (state.status === 'error' && state.reason.code === 'unauthorized') location.assign(below('/sign-in'))
  })
  engine.on('counts', tell)
  // The browser may end a hidden page at any time.
  document.addEventListener('visibilitychange', () => {
    void pages.stored()
    void engine.sync()
  })
  addEventListener('pagehide', () => void pages.stored())
  await pages.read()
  tell()
  return {
    notes,
    pages,
    status,
    render: blockRenderer(engine),
    async signOut(form) {
      await pages.stored()
      await engine.sync()
      const { waiting } = await engine.pending()
      const question = `${waiting} changes are not on the server yet. Sign out and lose them?`
      if (waiting > 0 && !confirm(question)) return
      keepDevice(undefined)
      await deleteNotes(device)
      form.submit()
    },
  }
}
