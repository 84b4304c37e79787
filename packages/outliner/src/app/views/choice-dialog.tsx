/** A dialog with a field and a list: letters narrow the list, arrows choose, and Enter or a click takes a choice. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { ComponentChildren, JSX } from 'preact'

export interface Choice {
  readonly key: string
  readonly words: string
  /** What kind of thing it is, beside the words. */
  readonly kind?: string
  /** @param isBeside whether Shift was held */
  readonly run: (isBeside: boolean) => void
}

interface ChoiceDialogProps {
  readonly title: string
  /** The name of what is chosen, such as “Page”. */
  readonly label: string
  readonly placeholder: string
  readonly choices: readonly Choice[]
  readonly typed: string
  readonly onTyped: (typed: string) => void
  readonly close: () => void
  /** Words below the list. */
  readonly children?: ComponentChildren
}

export function ChoiceDialog(props: ChoiceDialogProps): JSX.Element {
  const { title, label, placeholder, choices, typed, onTyped, close, children } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const [at, setAt] = useState(0)
  useLayoutEffect(() => dialog.current?.showModal(), [])
  const chosen = Math.min(at, choices.length - 1)

  const choose = (choice: Choice | undefined, isBeside: boolean): void => {
    if (!choice) return
    // The field of before has the focus again before the choice acts.
    dialog.current?.close()
    close()
    choice.run(isBeside)
  }
  const onKey = (event: KeyboardEvent): void => {
    if (event.isComposing) return
    const count = Math.max(1, choices.length)
    if (event.key === 'ArrowDown') setAt((chosen + 1) % count)
    else if (event.key === 'ArrowUp') setAt((chosen + count - 1) % count)
    else if (event.key === 'Enter') choose(choices[chosen], event.shiftKey)
    else return
    event.preventDefault()
  }
  return (
    <dialog ref={dialog} class="switcher" aria-label={title} onClose={close}>
      <input
        role="combobox"
        aria-label={label}
        aria-expanded={choices.length > 0}
        aria-controls="choices"
        aria-activedescendant={choices.length > 0 ? `choice-${chosen}` : undefined}
        autocomplete="off"
        placeholder={placeholder}
        value={typed}
        onInput={(event) => {
          onTyped(event.currentTarget.value)
          setAt(0)
        }}
        onKeyDown={onKey}
      />
      <ul id="choices" role="listbox" aria-label={`${label}s`} hidden={choices.length === 0}>
        {choices.map((choice, i) => (
          <li
            key={choice.key}
            ref={(item) => {
              if (i === chosen) item?.scrollIntoView({ block: 'nearest' })
            }}
            id={`choice-${i}`}
            role="option"
            aria-selected={i === chosen}
            dir="auto"
            onClick={(event) => choose(choice, event.shiftKey)}
          >
            {choice.words}
            {choice.kind !== undefined && <span class="muted"> {choice.kind}</span>}
          </li>
        ))}
      </ul>
      {children}
    </dialog>
  )
}
