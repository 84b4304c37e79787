/** The pages that fit the name at the caret, to choose from while the field keeps the focus. @see outliner 3.4 */
import type { Signal } from '@preact/signals'
import { useLayoutEffect, useState } from 'preact/hooks'
import type { JSX, RefObject } from 'preact'
import { findPages } from '../find-page.ts'
import type { Typing } from '../completion.ts'
import { useApp } from './app-context.ts'

/** Handles a key of the field. @returns whether it was for the list */
export type Chooser = (key: string) => boolean

const MOST = 8

interface CompletionsProps {
  readonly typing: Signal<Typing | undefined>
  readonly field: RefObject<HTMLTextAreaElement | null>
  /** Gets the handler of keys while the list is open. */
  readonly chooser: RefObject<Chooser | null>
  readonly choose: (name: string) => void
}

export function Completions({ typing, field, chooser, choose }: CompletionsProps): JSX.Element | null {
  const app = useApp()
  const [at, setAt] = useState(0)
  const now = typing.value
  const name = now?.name.trim() ?? ''
  const found = now ? findPages(app.pages.all.value, name).slice(0, MOST) : []
  const isNew = name !== '' && !found.some((page) => page.name.toLowerCase() === name.toLowerCase())
  const names = [...found.map((page) => page.name), ...(isNew ? [name] : [])]
  const isOpen = now !== undefined && names.length > 0 && !(now.kind === 'tag' && name === '')
  const chosen = Math.min(at, names.length - 1)

  useLayoutEffect(() => setAt(0), [name, now?.start])
  useLayoutEffect(() => {
    chooser.current = isOpen
      ? (key) => {
          if (key === 'ArrowDown') setAt((chosen + 1) % names.length)
          else if (key === 'ArrowUp') setAt((chosen + names.length - 1) % names.length)
          else if (key === 'Enter' || key === 'Tab') choose(names[chosen]!)
          else if (key === 'Escape') typing.value = undefined
          else return false
          return true
        }
      : null
    const attributes = {
      'aria-controls': 'completions',
      'aria-activedescendant': `completion-${chosen}`,
      'aria-autocomplete': 'list',
    }
    for (const [attribute, value] of Object.entries(attributes))
      if (isOpen) field.current?.setAttribute(attribute, value)
      else field.current?.removeAttribute(attribute)
  })

  if (!isOpen) return null
  return (
    <ul class="completions" id="completions" role="listbox" aria-label="Pages">
      {names.map((one, i) => (
        <li
          key={one}
          id={`completion-${i}`}
          role="option"
          aria-selected={i === chosen}
          dir="auto"
          onMouseDown={(event) => {
            event.preventDefault()
            choose(one)
          }}
        >
          {isNew && i === names.length - 1 ? `New page “${one}”` : one}
        </li>
      ))}
    </ul>
  )
}
