/** All keys. @see outliner 3.1 */
import { keyList } from '@notegraph/outliner'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { JSX } from 'preact'
import { isMac } from '../keys.ts'

export function Help({ close }: { readonly close: () => void }): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} class="help" aria-labelledby="help-title" onClose={close}>
      <h2 id="help-title">Keyboard shortcuts</h2>
      {keyList(isMac).map(({ group, lines }) => (
        <section key={group}>
          <h3>{group}</h3>
          <dl>
            {lines.map(({ command, words, keys }) => (
              <div key={command}>
                <dt>{words}</dt>
                <dd>
                  {keys.map((one) => (
                    <kbd key={one}>{one}</kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <form method="dialog">
        <button>Close</button>
      </form>
    </dialog>
  )
}
