/** The bar above the keyboard of a phone, while a block is edited or selected. Its buttons do what keys do. @see outliner 5.2 */
import { copyBlocks, cutOf } from '@notegraph/outliner'
import type { ComponentChildren, JSX } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { act } from '../act.ts'
import { activeField, insertWords, selectedIn, type ActiveField } from '../active-field.ts'
import { keepCut } from '../kept-cut.ts'
import { addLooks } from '../looks.ts'
import type { PageModel } from '../page-model.ts'
import { pickFiles } from '../pick-files.ts'
import { richText } from '../render-block.ts'
import { toClipboard } from '../to-clipboard.ts'
import { useApp } from './app-context.ts'
// oxlint-disable-next-line import/default -- Vite gives the text of the style sheet.
import looks from './key-bar.css?inline'

addLooks(looks)

/** The commands of the outline, which act on the block with the caret, or on all selected ones. */
const COMMANDS = [
  { words: 'Outdent', sign: '⇤', command: 'unnest' },
  { words: 'Indent', sign: '⇥', command: 'nest' },
  { words: 'Move up', sign: '↑', command: 'moveUp' },
  { words: 'Move down', sign: '↓', command: 'moveDown' },
  { words: 'Next task marker', sign: '☐', command: 'cycleMarker' },
] as const

const Commands = ({ model }: { readonly model: PageModel }): JSX.Element => (
  <>
    {COMMANDS.map(({ words, sign, command }) => (
      <Tool key={words} words={words} sign={sign} run={() => act(model, command)} />
    ))}
  </>
)

export function KeyBar(): JSX.Element | null {
  const field = activeField.value
  const selected = selectedIn.value
  if (field) return <FieldBar field={field} />
  return selected ? <SelectionBar model={selected} /> : null
}

function FieldBar({ field }: { readonly field: ActiveField }): JSX.Element {
  const app = useApp()
  return (
    <Bar label="Edit the block">
      <Commands model={field.model} />
      <Tool words="Link a page" sign="[[" run={() => insertWords(field, '[[]]', 2)} />
      <Tool words="Tag" sign="#" run={() => insertWords(field, '#')} />
      <Tool
        words="Add a file"
        sign="＋"
        run={() => void pickFiles().then(async (files) => app.addFiles(field, files))}
      />
      <Tool words="Undo" sign="↶" run={() => act(field.model, 'undo')} />
      <Tool words="Done" sign="✓" run={() => field.model.run({ do: 'leave' })} />
    </Bar>
  )
}

/** A long press selects a block. These buttons act on all that are selected. */
function SelectionBar({ model }: { readonly model: PageModel }): JSX.Element {
  const app = useApp()
  const copy = async (): Promise<boolean> => {
    void keepCut(app.notes.engine, undefined)
    return toClipboard(app, copyBlocks(model.state, richText), 'Copied.')
  }
  const cut = async (): Promise<void> => {
    const blocks = cutOf(model.state)
    if (!(await copy())) return
    await keepCut(app.notes.engine, blocks)
    model.run({ do: 'delete' })
  }
  return (
    <Bar label="Selected blocks">
      <Commands model={model} />
      <Tool words="Copy" sign="⧉" run={() => void copy()} />
      <Tool words="Cut" sign="✂" run={() => void cut()} />
      <Tool words="Delete" sign="✕" run={() => act(model, 'delete')} />
      <Tool words="Undo" sign="↶" run={() => act(model, 'undo')} />
      <Tool words="Done" sign="✓" run={() => model.run({ do: 'leave' })} />
    </Bar>
  )
}

interface BarProps {
  readonly label: string
  readonly children: ComponentChildren
}

function Bar({ label, children }: BarProps): JSX.Element {
  // A button that took the focus would close the keyboard.
  const keepFocus = (event: Event): void => event.preventDefault()
  const bar = useRef<HTMLDivElement>(null)
  // The keyboard of an iPhone covers the page, which keeps its height.
  useLayoutEffect(() => {
    const view = visualViewport!
    const place = (): void => {
      const covered = document.documentElement.clientHeight - view.offsetTop - view.height
      bar.current!.style.insetBlockEnd = `${Math.max(0, covered)}px`
    }
    place()
    for (const name of ['resize', 'scroll']) view.addEventListener(name, place)
    return () => {
      for (const name of ['resize', 'scroll']) view.removeEventListener(name, place)
    }
  }, [])
  return (
    <div
      ref={bar}
      class="key-bar"
      role="toolbar"
      aria-label={label}
      onPointerDown={keepFocus}
      onMouseDown={keepFocus}
    >
      {children}
    </div>
  )
}

interface ToolProps {
  readonly words: string
  readonly sign: string
  readonly run: () => void
}

const Tool = ({ words, sign, run }: ToolProps): JSX.Element => (
  <button type="button" aria-label={words} tabIndex={-1} onClick={run}>
    {sign}
  </button>
)
