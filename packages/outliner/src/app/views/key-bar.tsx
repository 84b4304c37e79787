/** The bar above the keyboard of a phone, while a block is edited. Its buttons do what keys do. @see outliner 5.2 */
import type { JSX } from 'preact'
import { act } from '../act.ts'
import { activeField, insertWords, type ActiveField } from '../active-field.ts'
import { pickFiles } from '../pick-files.ts'
import { useApp } from './app-context.ts'

interface Tool {
  readonly words: string
  readonly sign: string
  readonly run: (field: ActiveField) => void
}

const TOOLS: readonly Tool[] = [
  { words: 'Outdent', sign: '⇤', run: ({ model }) => act(model, 'unnest') },
  { words: 'Indent', sign: '⇥', run: ({ model }) => act(model, 'nest') },
  { words: 'Move up', sign: '↑', run: ({ model }) => act(model, 'moveUp') },
  { words: 'Move down', sign: '↓', run: ({ model }) => act(model, 'moveDown') },
  { words: 'Next task marker', sign: '☐', run: ({ model }) => act(model, 'cycleMarker') },
  { words: 'Link a page', sign: '[[', run: (field) => insertWords(field, '[[]]', 2) },
  { words: 'Tag', sign: '#', run: (field) => insertWords(field, '#') },
]

export function KeyBar(): JSX.Element | null {
  const app = useApp()
  const field = activeField.value
  if (!field) return null
  // A button that took the focus would close the keyboard.
  const keepFocus = (event: Event): void => event.preventDefault()
  return (
    <div
      class="key-bar"
      role="toolbar"
      aria-label="Edit the block"
      onPointerDown={keepFocus}
      onMouseDown={keepFocus}
    >
      {TOOLS.map(({ words, sign, run }) => (
        <button key={words} type="button" aria-label={words} tabIndex={-1} onClick={() => run(field)}>
          {sign}
        </button>
      ))}
      <button
        type="button"
        aria-label="Add a file"
        tabIndex={-1}
        onClick={() => void pickFiles().then(async (files) => app.addFiles(field, files))}
      >
        ＋
      </button>
      <button type="button" aria-label="Undo" tabIndex={-1} onClick={() => act(field.model, 'undo')}>
        ↶
      </button>
      <button type="button" aria-label="Done" tabIndex={-1} onClick={() => field.model.run({ do: 'leave' })}>
        ✓
      </button>
    </div>
  )
}
