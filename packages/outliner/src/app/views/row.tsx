/** One block: its bullet, its words or the field with the caret, and its children. */
import { fieldOf, showsChildren, type Block } from '@notegraph/outliner'
import { useComputed } from '@preact/signals'
import { useContext, useEffect, useRef, useState } from 'preact/hooks'
import type { JSX } from 'preact'
import { chunksOf, isLong, type Chunk } from '../chunks.ts'
import { addressOf } from '../places.ts'
import { dialog } from '../dialog.ts'
import { startDrag } from '../drag.ts'
import { bulletMenu, longPress } from '../long-press.ts'
import { placeAt, selectedLetters } from '../caret.ts'
import { Field } from './field.tsx'
import { EmbedsContext, useApp } from './app-context.ts'
import { lazily } from './lazily.tsx'
import type { PageModel } from '../page-model.ts'

const Conflict = lazily(async () => (await import('./conflict.tsx')).Conflict)
const Refused = lazily(async () => (await import('./refused.tsx')).Refused)
const Changed = lazily(async () => (await import('./changed.tsx')).Changed)

interface RowProps {
  readonly model: PageModel
  readonly id: string
  readonly level: number
}

export function Row({ model, id, level }: RowProps): JSX.Element {
  const Embeds = useContext(EmbedsContext)
  const [signal] = useState(() => model.rows.block(id))
  const mode = model.rows.mode(id).value
  const block = signal.value
  const hasChildren = block.children.length > 0
  const isOpen = showsChildren(model.state.outline, model.state.root, id)
  return (
    <li
      role="treeitem"
      id={`${model.name}-${id}`}
      data-block={id}
      aria-level={level}
      aria-selected={mode === 'selected'}
      {...(hasChildren && { 'aria-expanded': isOpen })}
    >
      <div class={`row mode-${mode}`}>
        <ReferenceCount model={model} id={id} />
        {/* The words come first, because screen readers name the block by what is in it. */}
        {mode === 'field' ? <Field model={model} id={id} /> : <Words model={model} block={block} />}
        {hasChildren && (
          <button
            type="button"
            class="fold"
            tabIndex={-1}
            aria-label={isOpen ? 'Fold' : 'Unfold'}
            onMouseDown={keepFocus}
            onClick={() => model.run({ do: 'toggleFold', id })}
          />
        )}
        <Bullet model={model} id={id} isClosed={hasChildren && !isOpen} />
      </div>
      <Embeds content={block.content} host={id} />
      <Marks model={model} id={id} />
      {isOpen && (
        <ul role="group">
          <Rows model={model} ids={block.children} level={level + 1} />
        </ul>
      )}
    </li>
  )
}

/** The caret or the selected blocks keep the keys. */
const keepFocus = (event: Event): void => event.preventDefault()

interface RowsProps extends Omit<RowProps, 'id'> {
  readonly ids: readonly string[]
}

/** Siblings. Many of them are drawn in runs, so that a key costs the rows near the screen alone. */
export function Rows({ model, ids, level }: RowsProps): JSX.Element {
  const chunks = useRef<readonly Chunk[]>([])
  const rowsOf = (some: readonly string[]): JSX.Element[] =>
    some.map((id) => <Row key={id} model={model} id={id} level={level} />)
  useEffect(() => sayPlaces(model, ids, PLACES_AFTER), [ids])
  if (chunks.current.length === 0 && !isLong(ids)) return <>{rowsOf(ids)}</>
  chunks.current = chunksOf(ids, chunks.current)
  return <Runs model={model} ids={ids} chunks={chunks.current} draw={rowsOf} />
}

/** Milliseconds after which rows that moved say their places, and rows that do so at once, so that no key waits for it. */
const PLACES_AFTER = 300
const PLACES_AT_ONCE = 200

/**
 * Says to screen readers where each row is among its siblings. Not as a part of the row, because a new one would draw all of
 * its siblings again. @see outliner 5.1
 *
 * @returns ends it
 */
function sayPlaces(model: PageModel, ids: readonly string[], after: number): () => void {
  const count = `${ids.length}`
  let next = 0
  const say = (): void => {
    for (const id of ids.slice(next, next + PLACES_AT_ONCE)) {
      const row = document.getElementById(`${model.name}-${id}`)
      const place = `${++next}`
      if (!row) continue
      if (row.ariaPosInSet !== place) row.ariaPosInSet = place
      if (row.ariaSetSize !== count) row.ariaSetSize = count
    }
    if (next < ids.length) timer = setTimeout(say)
  }
  let timer = setTimeout(say, after)
  return () => clearTimeout(timer)
}

/** Runs that are drawn for the first screen, and then after each frame. */
const FIRST_RUNS = 2
const MORE_RUNS = 3

interface RunsProps {
  readonly model: PageModel
  readonly ids: readonly string[]
  readonly chunks: readonly Chunk[]
  readonly draw: (ids: readonly string[]) => JSX.Element[]
}

/** The first screen is drawn first. Once somebody uses the page, all of it is. */
function Runs({ model, ids: all, chunks, draw }: RunsProps): JSX.Element {
  const [count, setCount] = useState(FIRST_RUNS)
  const isPart = count < chunks.length && !model.isUsed.value
  useEffect(() => {
    setCount(isPart ? count + MORE_RUNS : Infinity)
  }, [isPart, count])
  useEffect(() => (isPart ? undefined : sayPlaces(model, all, 0)), [isPart])
  return (
    <>
      {chunks.map(({ key, ids }, i) => (
        <li key={key} role="none" class="rows">
          {(i < count || !isPart) && <ul role="none">{draw(ids)}</ul>}
        </li>
      ))}
    </>
  )
}

/** A conflict of a block, and the changes of programs and assistants that nobody has looked at. */
function Marks({ model, id }: Omit<RowProps, 'level'>): JSX.Element {
  const { review, refusals } = useApp()
  const refusal = useComputed(() => refusals.value.get(id)).value
  const record = useComputed(() => model.conflicts.value.get(id)).value
  const isChanged = useComputed(() => review.marks.value.has(id)).value
  return (
    <>
      {record && <Conflict model={model} record={record} />}
      {refusal && <Refused reason={refusal} />}
      {isChanged && <Changed id={id} />}
    </>
  )
}

interface BulletProps extends Omit<RowProps, 'level'> {
  readonly isClosed: boolean
}

/** The bullet of a block, or its number. It drags the block, and opens it alone. */
function Bullet({ model, id, isClosed }: BulletProps): JSX.Element {
  const app = useApp()
  const number = useComputed(() => model.rows.numbers.value.get(id)).value
  const shown = number === undefined ? '' : `${number}.`
  return (
    <a
      class={`bullet${isClosed ? ' closed' : ''}`}
      href={addressOf({ at: 'block', id })}
      tabIndex={-1}
      draggable={false}
      onMouseDown={keepFocus}
      onPointerDown={(event) => {
        const { currentTarget: bullet } = event
        startDrag(event, bullet, model, id, (edits) => void model.stored().then(async () => app.edit(edits)))
      }}
      onContextMenu={(event) => bulletMenu(event, () => (dialog.value = { show: 'block', model, id }))}
      aria-label={`${shown} Open this block alone`.trimStart()}
    >
      {shown}
    </a>
  )
}

/** How many blocks refer to a block. It opens them. */
function ReferenceCount({ model, id }: Omit<RowProps, 'level'>): JSX.Element | null {
  const count = useComputed(() => model.references.value.get(id) ?? 0).value
  if (count === 0) return null
  return (
    <a
      class="reference-count"
      href={addressOf({ at: 'block', id })}
      tabIndex={-1}
      aria-label={count === 1 ? '1 block refers to this one' : `${count} blocks refer to this one`}
    >
      {count}
    </a>
  )
}

function Words({ model, block }: { readonly model: PageModel; readonly block: Block }): JSX.Element {
  const { render } = useApp()
  const edit = (event: MouseEvent): void => {
    const words = event.currentTarget as Element
    if ((event.target as Element).closest('a, summary, input')) return
    event.preventDefault()
    if (event.shiftKey) return void model.run({ do: 'selectTo', id: block.id })
    const { text } = fieldOf(block.content)
    // Letters that were selected by mouse stay so.
    const [at, to] = selectedLetters(words, text) ?? [placeAt(words, text, event.clientX, event.clientY)]
    model.run({ do: 'edit', id: block.id, at, ...(to !== undefined && { to }) })
  }
  const select = (): void => {
    // A second block that is pressed long ends the selection that the first one began.
    model.run({ do: 'selectTo', id: block.id, ...(!model.rows.selecting.peek() && { from: block.id }) })
  }
  return (
    <div
      class="block"
      dir="auto"
      onClick={edit}
      // Without the browser's own selection of the words between.
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      onPointerDown={(event) => longPress(event, select)}
      dangerouslySetInnerHTML={{ __html: render(block.content) }}
    />
  )
}
