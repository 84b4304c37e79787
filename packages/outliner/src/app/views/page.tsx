/** The blocks of one page as a tree. */
import { copyBlocks, cutOf, type KeyCommand } from '@notegraph/outliner'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { JSX } from 'preact'
import { act } from '../act.ts'
import { selectedIn } from '../active-field.ts'
import { commandIn } from '../keys.ts'
import type { PageModel } from '../page-model.ts'
import { richText } from '../render-block.ts'
import { keepCut } from '../kept-cut.ts'
import { copiedIn, pasteLater } from '../paste-later.ts'
import { SELDOM, useLately } from '../lately.ts'
import { takeCaret } from '../kept-caret.ts'
import { useApp } from './app-context.ts'
import { Rows } from './row.tsx'

interface PageBlocksProps {
  readonly model: PageModel
  /** The name of the tree for screen readers. */
  readonly label: string
}

export function PageBlocks({ model, label }: PageBlocksProps): JSX.Element {
  const app = useApp()
  const { engine } = app.notes
  const tree = useRef<HTMLUListElement>(null)
  const { root } = model
  const all = model.rows.top.value
  useEffect(() => {
    model.views++
    return () => {
      model.views--
      if (model.views === 0) model.run({ do: 'leave' })
    }
  }, [model])
  const isLoaded = model.isLoaded.value
  // After Back and after zooming, the caret is where it was, before the next key.
  useLayoutEffect(() => {
    const caret = isLoaded ? takeCaret(model.state.outline.blocks) : undefined
    if (!caret) return
    const { id, at, anchor } = caret
    if (anchor === undefined) model.run({ do: 'edit', id, at })
    else model.run({ do: 'selectTo', id, from: anchor })
  }, [model, isLoaded, all])
  const top = root === undefined ? all : model.state.outline.blocks.has(root) ? [root] : []
  const selected = model.rows.selecting.value
  const head = model.rows.head.value
  // Selected blocks get the keys.
  useLayoutEffect(() => {
    if (!selected) return undefined
    tree.current?.focus({ preventScroll: true })
    selectedIn.value = model
    return () => {
      if (selectedIn.peek() === model) selectedIn.value = undefined
    }
  }, [selected])
  useReferenceCounts(model, isLoaded)
  // The last selected block, else the first one. Without a block, one is added.
  const last = useRef<string>(undefined)
  if (head !== undefined) last.current = head
  const start = (): boolean => {
    const first = root === undefined ? top[0] : model.state.outline.blocks.get(root)?.children[0]
    if (
      last.current !== undefined &&
      model.rows.has(last.current) &&
      model.run({ do: 'selectTo', id: last.current })
    )
      return true
    if (first !== undefined) return model.run({ do: 'selectTo', id: first })
    return root === undefined ? model.run({ do: 'addLast' }) : model.run({ do: 'edit', id: root })
  }
  /** Keys lead the window along. */
  const showHead = (): void => {
    requestAnimationFrame(() => {
      const row = document.getElementById(`${model.name}-${model.rows.head.peek()}`)?.firstElementChild
      row?.scrollIntoView({ block: 'nearest' })
    })
  }
  if (!isLoaded) return <p class="muted">Loading…</p>
  const takesFiles = {
    onDragOver: (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    },
    onDrop: (event: DragEvent) => {
      const { files } = event.dataTransfer ?? {}
      if (!files || files.length === 0) return
      event.preventDefault()
      // The browser empties its list after the event.
      const list = [...files]
      void import('../add-blocks.ts').then(async ({ dropFiles }) => dropFiles(app, model.pageId, event, list))
    },
  }
  return (
    <>
      <ul
        ref={tree}
        class="tree outline"
        role="tree"
        aria-label={label}
        aria-multiselectable="true"
        tabIndex={top.length > 0 ? 0 : -1}
        aria-activedescendant={head === undefined ? undefined : `${model.name}-${head}`}
        onFocus={(event) => {
          // By the keyboard: the first block is selected, and the keys of blocks go on from there.
          if (event.target !== tree.current || model.state.focus || !tree.current?.matches(':focus-visible'))
            return
          if (start()) showHead()
        }}
        data-page={model.pageId}
        data-root={root}
        onPointerDown={(event) => {
          const { currentTarget } = event
          if (event.pointerType === 'mouse' && event.button === 0 && !event.shiftKey)
            void import('../drag-select.ts').then(({ dragSelect }) => dragSelect(event, currentTarget, model))
        }}
        {...takesFiles}
        onCopy={(event) => {
          if (copy(event, model)) void keepCut(engine, undefined)
        }}
        onCut={(event) => {
          if (!copy(event, model)) return
          void keepCut(engine, cutOf(model.state))
          model.run({ do: 'delete' })
        }}
        onPaste={(event) => {
          if (event.target !== tree.current || !event.clipboardData) return
          event.preventDefault()
          void pasteLater(copiedIn(event.clipboardData), { app, model })
        }}
        onKeyDown={(event) => {
          if (event.target !== tree.current) return
          const command = commandIn(event, 'blocks')
          const isStart = !model.state.focus && command !== undefined && STARTS.has(command)
          if (!(isStart ? start() : act(model, command))) return
          event.preventDefault()
          showHead()
        }}
      >
        <Rows model={model} ids={top} level={1} />
      </ul>
      {root === undefined && (
        <button
          type="button"
          class="add-last"
          {...takesFiles}
          {...(top.length > 0 && { 'aria-label': 'New block at the end' })}
          onClick={() => model.run({ do: 'addLast' })}
        >
          {top.length > 0 ? '+' : 'Write here'}
        </button>
      )}
      <p class="message" role="status">
        {model.message.value}
      </p>
    </>
  )
}

/** Keys that begin a selection where the outline has the keys, and no block is selected. */
const STARTS: ReadonlySet<KeyCommand> = new Set(['edit', 'selectUp', 'selectDown'])

/** Counts what refers to each block of a page. */
function useReferenceCounts(model: PageModel, isLoaded: boolean): void {
  const { countsOf } = useApp().notes
  const counted = useLately(
    `counts ${model.pageId} ${isLoaded}`,
    async () => {
      const ids = [...model.state.outline.blocks.keys()]
      const counts = await countsOf(ids)
      return ids.flatMap((id, i): [string, number][] => (counts[i]! > 0 ? [[id, counts[i]!]] : []))
    },
    SELDOM,
  )
  useEffect(() => {
    if (counted) model.count(new Map(counted))
  }, [counted])
}

/** Copies the selected blocks. @returns whether blocks are selected */
function copy(event: ClipboardEvent, { state }: PageModel): boolean {
  if (state.focus?.kind !== 'blocks' || !event.clipboardData) return false
  const { markdown, html } = copyBlocks(state, richText)
  event.clipboardData.setData('text/plain', markdown)
  event.clipboardData.setData('text/html', html)
  event.preventDefault()
  return true
}
