/** All keys, and the form in which a person sets others. @see outliner 3.1 */
import {
  keyClashes,
  keyList,
  keysOf,
  KEYS,
  readKeys,
  shownKeys,
  type KeyCommand,
  type OwnKeys,
} from '@notegraph/outliner'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { ComponentChildren, JSX } from 'preact'
import { isMac, OWN_KEYS, ownKeys } from '../keys.ts'
import { useApp } from './app-context.ts'

export function Help({ close }: { readonly close: () => void }): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isSetting, setSetting] = useState(false)
  useLayoutEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} class="help" aria-labelledby="help-title" onClose={close}>
      <h2 id="help-title">Keyboard shortcuts</h2>
      {isSetting ? (
        <SetKeys done={() => setSetting(false)} />
      ) : (
        <>
          <List>
            {(command) =>
              keysOf(command, ownKeys.value).map((one) => <kbd key={one}>{shownKeys(one, isMac)}</kbd>)
            }
          </List>
          <form method="dialog">
            <button type="button" onClick={() => setSetting(true)}>
              Set other keys
            </button>{' '}
            <button>Close</button>
          </form>
        </>
      )}
    </dialog>
  )
}

interface ListProps {
  readonly children: (command: KeyCommand, words: string) => ComponentChildren
}

const List = ({ children }: ListProps): JSX.Element => (
  <>
    {keyList(isMac).map(({ group, lines }) => (
      <section key={group}>
        <h3>{group}</h3>
        <dl>
          {lines.map(({ command, words }) => (
            <div key={command}>
              <dt>{words}</dt>
              <dd>{children(command, words)}</dd>
            </div>
          ))}
        </dl>
      </section>
    ))}
  </>
)

/** One field for each command. Several keys are parted by blanks; an empty field takes them away. */
function SetKeys({ done }: { readonly done: () => void }): JSX.Element {
  const { notes } = useApp()
  const [fault, setFault] = useState<string>()
  const save = (form: HTMLFormElement): void => {
    const own = readForm(new FormData(form))
    if (typeof own === 'string') return setFault(own)
    ownKeys.value = own
    void notes.engine.keep([[OWN_KEYS, JSON.stringify(own)]])
    done()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save(event.currentTarget)
      }}
    >
      <p class="muted">
        Write keys such as Mod+Shift+K, with blanks between several. Mod is {isMac ? 'Cmd' : 'Ctrl'}.
      </p>
      <List>
        {(command, words) =>
          KEYS[command].isFixed ? (
            <span class="muted">{keysOf(command).map((one) => shownKeys(one, isMac))}, by the browser</span>
          ) : (
            <input
              name={command}
              aria-label={words}
              autocomplete="off"
              spellcheck={false}
              defaultValue={keysOf(command, ownKeys.peek()).join(' ')}
            />
          )
        }
      </List>
      {fault !== undefined && <p role="alert">{fault}</p>}
      <button>Save</button>{' '}
      <button type="button" class="quiet" onClick={done}>
        Cancel
      </button>{' '}
      <button
        type="button"
        class="quiet"
        onClick={() => {
          ownKeys.value = {}
          void notes.engine.keep([[OWN_KEYS, null]])
          done()
        }}
      >
        Default keys
      </button>
    </form>
  )
}

/** The keys that differ from the default, or why they cannot be set. */
function readForm(form: FormData): OwnKeys | string {
  const own: Record<string, readonly string[]> = {}
  for (const [command, { keys, words, isFixed }] of Object.entries(KEYS)) {
    if (isFixed) continue
    const written = (form.get(command) as string).trim().split(/\s+/u).filter(Boolean)
    const read = written.map((one) => (keys.includes(one) ? one : readKeys(one)))
    const wrong = written[read.indexOf(undefined)]
    if (wrong !== undefined) return `“${wrong}” for “${words}” is no key. Write it like Mod+Shift+K.`
    if (read.join() !== keys.join()) own[command] = read as string[]
  }
  const [clash] = keyClashes(own)
  if (!clash) return own
  const both = clash.commands.map((command) => `“${KEYS[command].words}”`).join(' and ')
  return `${shownKeys(clash.keys, isMac)} is for ${both}. Give one of them another key.`
}
