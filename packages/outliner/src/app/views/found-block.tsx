/**
 * A block in a list: a reference, a task, a result. Near the screen it becomes an outline of its own, so that one writes in it
 * as on its page. @see outliner 2.1
 */
import type { BlockRecord, PageRecord } from '@notegraph/graph'
import { fieldOf } from '@notegraph/outliner'
import { createContext, type ComponentChildren, type JSX, type RefObject } from 'preact'
import { useContext, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { placeAt } from '../caret.ts'
import { chunksOf, isLong, type Chunk } from '../chunks.ts'
import { watchInView } from '../in-view.ts'
import { wantCaret } from '../kept-caret.ts'
import { shownName } from '../shown-name.ts'
import { addressOf } from '../places.ts'
import { ColumnContext, useApp, useModel } from './app-context.ts'
import { PageBlocks } from './page.tsx'

interface FoundBlockProps {
  readonly block: BlockRecord
  /** The name of the list that the block is in. The same block can be in many. */
  readonly list: string
  /** Milliseconds near the screen until it becomes an outline; 0 by default. */
  readonly after?: number
}

/** Whether the run around a block is near the screen. */
const RunContext = createContext(true)

/** Whether an element was near the screen once, for some milliseconds. */
function useNear(element: RefObject<HTMLElement | null>, isWatched: boolean, after: number): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!isWatched || isNear || !element.current) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const check = (isInView: boolean): void => {
      clearTimeout(timer)
      if (isInView) timer = setTimeout(() => setNear(true), after)
    }
    const endWatch = watchInView(element.current, check, '200px')
    return () => {
      clearTimeout(timer)
      endWatch()
    }
  }, [isWatched, isNear])
  return isNear
}

interface RunProps {
  readonly class: string
  readonly children: ComponentChildren
}

/** Some found blocks. The browser watches and draws them when they are near the screen. */
export function Run({ class: name, children }: RunProps): JSX.Element {
  const element = useRef<HTMLDivElement>(null)
  const isNear = useNear(element, useContext(RunContext), 0)
  return (
    <div ref={element} class={name}>
      <RunContext.Provider value={isNear}>{children}</RunContext.Provider>
    </div>
  )
}

interface RunsProps {
  readonly blocks: readonly BlockRecord[]
  readonly draw: (block: BlockRecord) => JSX.Element
}

/** Found blocks, in runs if they are many. */
export function Runs({ blocks, draw }: RunsProps): JSX.Element {
  const chunks = useRef<readonly Chunk[]>([])
  const ids = blocks.map(({ id }) => id)
  if (chunks.current.length === 0 && !isLong(ids)) return <>{blocks.map(draw)}</>
  chunks.current = chunksOf(ids, chunks.current)
  const byId = new Map(blocks.map((block) => [block.id, block]))
  return (
    <>
      {chunks.current.map(({ key, ids: some }) => (
        <Run key={key} class="run">
          {some.map((id) => draw(byId.get(id)!))}
        </Run>
      ))}
    </>
  )
}

export function FoundBlock({ block: { id, place, words }, list, after = 0 }: FoundBlockProps): JSX.Element {
  const { pageId } = place
  const { text } = words
  // The same element as before is not drawn again. A list can have a thousand of them.
  return useMemo(
    () => <FoundWords id={id} pageId={pageId} text={text} list={list} after={after} />,
    [id, pageId, text, list],
  )
}

interface FoundWordsProps {
  readonly id: string
  readonly pageId: string
  readonly text: string
  readonly list: string
  readonly after: number
}

function FoundWords({ id, pageId, text, list, after }: FoundWordsProps): JSX.Element {
  const { render } = useApp()
  const column = useContext(ColumnContext)
  const element = useRef<HTMLDivElement>(null)
  const [isWanted, want] = useState(false)
  const isNear = useNear(element, useContext(RunContext), after)
  if (isNear || isWanted)
    return (
      <ColumnContext.Provider value={`${column} ${list}`}>
        <LiveBlock pageId={pageId} id={id} />
      </ColumnContext.Provider>
    )
  const edit = ({ target, currentTarget, clientX, clientY }: MouseEvent): void => {
    if ((target as Element).closest('a, summary, input')) return
    wantCaret({ id, at: placeAt(currentTarget as Element, fieldOf(text).text, clientX, clientY) })
    want(true)
  }
  return (
    <div
      ref={element}
      class="block"
      dir="auto"
      onClick={edit}
      dangerouslySetInnerHTML={{ __html: render(text) }}
    />
  )
}

interface FoundRowProps extends FoundBlockProps {
  readonly page: PageRecord
}

/** A found block beside a link to its page. */
export function FoundRow({ page, ...found }: FoundRowProps): JSX.Element {
  const name = shownName(page)
  return (
    <div class="found">
      <FoundBlock {...found} />
      <a class="muted small" dir="auto" href={addressOf({ at: 'page', id: page.id }, name)}>
        {name}
      </a>
    </div>
  )
}

function LiveBlock({ pageId, id }: { readonly pageId: string; readonly id: string }): JSX.Element {
  const model = useModel({ pageId, root: id })
  return <PageBlocks model={model} label="Block" />
}
