/** Why the server refused a block or a page. The words stay on this device. @see outliner 4.4 */
import type { WireError } from '@notegraph/sync'
import type { JSX } from 'preact'
import { useApp } from './app-context.ts'

export function Refused({ reason: { error, hint } }: { readonly reason: WireError }): JSX.Element {
  const { engine } = useApp().notes
  return (
    <section role="group" class="conflict" aria-label="The server refused this">
      <p>
        <strong>Only this device has this change.</strong> The server refused it: {error} {hint}
      </p>
      <button type="button" onClick={() => void engine.retryRefused()}>
        Send again
      </button>
    </section>
  )
}
