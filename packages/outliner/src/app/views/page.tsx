/** The blocks of one page as a tree. */
import { copyBlocks, planPaste } from '@notegraph/outliner'
import { useEffect, useRef } from 'preact/hooks'
import type { JSX } from 'preact'
import { contentsOf } from '../clipboard.ts'
import { act } from '../act.ts'
import { commandIn } from '../keys.ts'
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
  useEffect(() => {
    model.views++
    if (!model.isLoaded.peek()) void model.load()
    return () => void model.views--
  }, [model])
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
        onCopy={(event) => copy(event, model)}
        onCut={(event) => {
          if (copy(event, model)) model.run({ do: 'delete' })
        }}
        onPaste={(event) => {
          if (event.target !== tree.current || !event.clipboardData) return
          const paste = planPaste(contentsOf(event.clipboardData), {})
          event.preventDefault()
          if (paste.kind === 'blocks') model.run({ do: 'paste', blocks: paste.blocks })
        }}
        onKeyDown={(event) => {
          if (event.target !== tree.current) return
          if (act(model, commandIn(event, 'blocks'))) event.preventDefault()
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

/** Copies the selected blocks. @returns whether blocks are selected */
function copy(event: ClipboardEvent, { state }: PageModel): boolean {
  if (state.focus?.kind !== 'blocks' || !event.clipboardData) return false
  const { markdown, html } = copyBlocks(state)
  event.clipboardData.setData('text/plain', markdown)
  event.clipboardData.setData('text/html', html)
  event.preventDefault()
  return true
}
