/** Asks what happens to changes that only this browser has, before it is signed out. @see outliner 1.4 */
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { JSX } from 'preact'
import { endSession } from '../sign-out.ts'
import { useApp } from './app-context.ts'

interface SignOutDialogProps {
  readonly form: HTMLFormElement
  /** Changes that are not on the server. */
  readonly waiting: number
  readonly close: () => void
}

export function SignOutDialog({ form, waiting, close }: SignOutDialogProps): JSX.Element {
  const app = useApp()
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => dialog.current?.showModal(), [])
  const [changes, they] = waiting === 1 ? ['1 change', 'It is'] : [`${waiting} changes`, 'They are']
  return (
    <dialog ref={dialog} class="help commands" aria-labelledby="sign-out-title" onClose={close}>
      <h2 id="sign-out-title">Sign out?</h2>
      <p>
        {changes} could not be sent. {they} in this browser alone. If you keep {waiting === 1 ? 'it' : 'them'}
        , no other account can open {waiting === 1 ? 'it' : 'them'}, and the next sign-in to this account
        sends {waiting === 1 ? 'it' : 'them'}.
      </p>
      <button type="button" onClick={() => void endSession(app, form, 'keep')}>
        Keep {changes}, and sign out
      </button>
      <button type="button" class="danger" onClick={() => void endSession(app, form, 'discard')}>
        Discard {changes}, and sign out
      </button>
      <button type="button" onClick={close}>
        Cancel
      </button>
    </dialog>
  )
}
