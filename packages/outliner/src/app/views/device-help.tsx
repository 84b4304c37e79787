/** Buttons beside the state of the device, for what a person can do about it. @see outliner 1.2, 1.6 */
import { counted } from '@notegraph/graph'
import type { Upload } from '@notegraph/sync'
import type { JSX } from 'preact'
import { useApp } from './app-context.ts'

/** What can be done about a fault. */
export function DeviceHelp(): JSX.Element | null {
  const app = useApp()
  const { engine } = app.notes
  const state = app.state.value
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
      <>
        <button type="button" onClick={() => void engine.retryRefused()}>
          Send again
        </button>
        {app.refusedFiles.value.length > 0 && <DiscardFiles files={app.refusedFiles.value} />}
      </>
    )
  return null
}

/** Files that nobody wants any more would be sent again each hour. Words that link them stay. */
function DiscardFiles({ files }: { readonly files: readonly Upload[] }): JSX.Element {
  const { engine } = useApp().notes
  const discard = (): void => {
    const names = files.map(({ name }) => name).join(', ')
    if (confirm(`No other device has ${names}. Discard?`))
      for (const { id } of files) void engine.removeUpload(id)
  }
  return (
    <button type="button" onClick={discard}>
      Discard {counted(files.length, 'file')}
    </button>
  )
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
