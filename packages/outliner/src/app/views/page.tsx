/** The blocks of one page as a tree. */
import { useEffect, useRef } from 'preact/hooks'
import type { JSX } from 'preact'
import { commandIn, outlineCommand } from '../keys.ts'
import type { PageModel } from '../page-model.ts'
import { Row } from './row.tsx'

interface PageBlocksProps {
  readonly model: PageModel
  /** The name of the tree for screen readers. */
  readonly label: string
  /** The block that is shown alone. */
  readonly root?: string
}

export function PageBlocks({ model, label, root }: PageBlocksProps): JSX.Element {
  const tree = useRef<HTMLUListElement>(null)
  useEffect(() => void (model.isLoaded.peek() || model.load()), [model])
  const top = root === undefined ? model.top.value : [root]
  const selected = model.selecting.value
  // Selected blocks get the keys.
  useEffect(() => {
    if (selected) tree.current?.focus({ preventScroll: true })
  }, [selected])
  if (!model.isLoaded.value) return <p class="muted">Loading…</p>
  return (
    <>
      <ul
        ref={tree}
        class="tree outline"
        role="tree"
        aria-label={label}
        aria-multiselectable="true"
        tabIndex={-1}
        onKeyDown={(event) => {
          if (event.target !== tree.current) return
          const command = commandIn(event, 'blocks')
          if (command === 'undo' || command === 'redo') {
            event.preventDefault()
            return void model[command]()
          }
          const edit = command && outlineCommand(command)
          if (edit && model.run(edit)) event.preventDefault()
        }}
      >
        {top.map((id) => (
          <Row key={id} model={model} id={id} level={1} />
        ))}
      </ul>
      {top.length === 0 && (
        <button type="button" class="first" onClick={() => model.run({ do: 'addLast' })}>
          Write here
        </button>
      )}
      <p class="message" role="status">
        {model.message.value}
      </p>
    </>
  )
}
