/**
 * A block in a list: a reference, a task, a result. Near the screen it becomes an outline of its own, so that one writes in it
 * as on its page. @see outliner 2.1
 */
import type { BlockRecord, PageRecord } from '@notegraph/graph'
import { createContext, type ComponentChildren, type JSX, type RefObject } from 'preact'
import { useContext, useEffect, useRef, useState } from 'preact/hooks'
import { chunksOf, isLong, type Chunk } from '../chunks.ts'
import { shownName } from '../pages.ts'
import { addressOf } from '../places.ts'
import { ColumnContext, useApp, useModel } from './app-context.ts'
import { PageBlocks } from './page.tsx'

interface FoundBlockProps {
  readonly block: BlockRecord
  /** The name of the list that the block is in. The same block can be in many. */
  readonly list: string
}

/** Whether the run around a block is near the screen. */
const RunContext = createContext(true)

/** Whether an element was near the screen once. */
function useNear(element: RefObject<HTMLElement | null>, isWatched: boolean): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!isWatched || isNear || !element.current) return undefined
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: '200px',
    })
    watch.observe(element.current)
    return () => watch.disconnect()
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
  const isNear = useNear(element, useContext(RunContext))
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

export function FoundBlock({ block, list }: FoundBlockProps): JSX.Element {
  const { render } = useApp()
  const column = useContext(ColumnContext)
  const words = useRef<HTMLDivElement>(null)
  const isNear = useNear(words, useContext(RunContext))
  if (isNear)
    return (
      <ColumnContext.Provider value={`${column} ${list}`}>
        <LiveBlock block={block} />
      </ColumnContext.Provider>
    )
  return (
    <div
      ref={words}
      class="block"
      dir="auto"
      dangerouslySetInnerHTML={{ __html: render(block.words.text) }}
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

function LiveBlock({ block: { id, place } }: { readonly block: BlockRecord }): JSX.Element {
  const model = useModel({ pageId: place.pageId, root: id })
  return <PageBlocks model={model} label="Block" />
}
