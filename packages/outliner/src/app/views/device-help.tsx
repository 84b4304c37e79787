/** Buttons beside the state of the device, for what a person can do about it. @see outliner 1.2, 1.6 */
import type { JSX } from 'preact'
import { useApp } from './app-context.ts'

/** What can be done about a fault. */
export function DeviceHelp(): JSX.Element | null {
  const app = useApp()
  const { engine } = app.notes
  // The line of the state changes with it.
  void app.status.value
  const { state } = engine
  if (state.status === 'error' && state.reason.code === 'mass_deletion')
    return (
      <button
        type="button"
        onClick={() => {
          if (confirm('The server deletes nearly all notes of this device. Allow it?'))
            void engine.allowDeletion()
        }}
      >
        Allow the deletion
      </button>
    )
  if (state.status === 'error' && ['store', 'store_taken', 'old_shell'].includes(state.reason.code))
    return (
      // The browser asks first if words are on the screen alone.
      <button type="button" onClick={() => void app.pages.stored().then(() => location.reload())}>
        Reload
      </button>
    )
  if (state.refused > 0)
    return (
      <button type="button" onClick={() => void engine.retryRefused()}>
        Send again
      </button>
    )
  return null
}

/** A newer shell waits. */
export function NewShell(): JSX.Element {
  const app = useApp()
  return (
    <p class="new-shell" role="status">
      A new version is here.{' '}
      <button type="button" onClick={() => app.newShell.value?.()}>
        Reload
      </button>
    </p>
  )
}

/** Why not everything works. */
export const PlainHttp = (): JSX.Element => (
  <p class="new-shell">
    Without https, browsers open this page with a network alone, and in one window at a time.
  </p>
)
