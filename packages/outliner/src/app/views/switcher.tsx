/** Goes to a page by some letters of its name, or makes it. */
import { useEffect, useRef, useState } from 'preact/hooks'
import type { JSX } from 'preact'
import { findPages } from '../find-page.ts'
import type { OpenApp } from '../open-app.ts'
import { go } from '../places.ts'

export function Switcher({ app, close }: { readonly app: OpenApp; readonly close: () => void }): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null)
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  useEffect(() => dialog.current?.showModal(), [])
  const found = findPages(app.pages.all.value, typed)
  const name = typed.trim()
  const isNew = name !== '' && !found.some((page) => page.name.toLowerCase() === name.toLowerCase())
  const count = found.length + (isNew ? 1 : 0)
  const choose = (index: number): void => {
    const page = found[index]
    close()
    if (page) go({ at: 'page', id: page.id }, 'push', page.name)
    else if (isNew) go({ at: 'name', name })
  }
  const onKey = (event: KeyboardEvent): void => {
    if (event.isComposing) return
    if (event.key === 'ArrowDown') setAt((at + 1) % Math.max(1, count))
    else if (event.key === 'ArrowUp') setAt((at + count - 1) % Math.max(1, count))
    else if (event.key === 'Enter') choose(at)
    else return
    event.preventDefault()
  }
  return (
    <dialog ref={dialog} class="switcher" aria-label="Go to page" onClose={close}>
      <input
        role="combobox"
        aria-label="Page"
        aria-expanded="true"
        aria-controls="switcher-list"
        aria-activedescendant={count > 0 ? `switch-${at}` : undefined}
        autocomplete="off"
        value={typed}
        onInput={(event) => {
          setTyped(event.currentTarget.value)
          setAt(0)
        }}
        onKeyDown={onKey}
      />
      <ul id="switcher-list" role="listbox" aria-label="Pages">
        {found.map((page, i) => (
          <li
            key={page.id}
            id={`switch-${i}`}
            role="option"
            aria-selected={i === at}
            dir="auto"
            onClick={() => choose(i)}
          >
            {page.name}
          </li>
        ))}
        {isNew && (
          <li
            key="new"
            id={`switch-${found.length}`}
            role="option"
            aria-selected={at === found.length}
            onClick={() => choose(found.length)}
          >
            Create page “{name}”
          </li>
        )}
      </ul>
    </dialog>
  )
}
