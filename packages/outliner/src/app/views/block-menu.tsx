/** The commands of a block that have no key of their own: copies of its reference and address, and folds of all blocks. @see outliner 3.1, 3.3 */
import { referenceTo, type Command } from '@notegraph/outliner'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { JSX } from 'preact'
import { dialog as dialogNow } from '../dialog.ts'
import type { PageModel } from '../page-model.ts'
import { addressOf, openBeside } from '../places.ts'
import { toClipboard } from '../to-clipboard.ts'
import { useApp } from './app-context.ts'

/** Levels to which all blocks can be folded. */
const LEVELS = [1, 2, 3, 4] as const

interface BlockMenuProps {
  readonly model: PageModel
  readonly id: string
  readonly close: () => void
}

export function BlockMenu({ model, id, close }: BlockMenuProps): JSX.Element {
  const app = useApp()
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => dialog.current?.showModal(), [])
  const copy = (markdown: string, what: string): void =>
    void toClipboard(app, { markdown }, `The ${what} is on the clipboard.`)
  const fold = (command: Command): void => void model.run(command)
  const rows: readonly (readonly [words: string, run: () => void])[] = [
    ['Copy reference', () => copy(referenceTo(id, 'reference'), 'reference')],
    ['Copy embed', () => copy(referenceTo(id, 'embed'), 'embed')],
    ['Copy address', () => copy(new URL(addressOf({ at: 'block', id }), location.href).href, 'address')],
    ['Open beside', () => openBeside({ at: 'block', id })],
    ['Move to another page', () => void (dialogNow.value = { show: 'move', model, id })],
    ...LEVELS.map((level) => [`Fold to level ${level}`, () => fold({ do: 'foldTo', level })] as const),
    ['Unfold all', () => fold({ do: 'foldTo', level: Infinity })],
  ]
  return (
    <dialog ref={dialog} class="switcher" aria-label="Commands of the block" onClose={close}>
      <div class="commands">
        {rows.map(([words, run]) => (
          <button
            key={words}
            type="button"
            onClick={() => {
              // The block has the focus again before the command.
              dialog.current?.close()
              run()
            }}
          >
            {words}
          </button>
        ))}
      </div>
    </dialog>
  )
}
