/**
 * A block in a list: a reference, a task, a result. Near the screen it becomes an outline of its own, so that one writes in it
 * as on its page. @see outliner 2.1
 */
import type { BlockRecord, PageRecord } from '@notegraph/graph'
import { useContext, useEffect, useRef, useState } from 'preact/hooks'
import type { JSX } from 'preact'
import { shownName } from '../pages.ts'
import { addressOf } from '../places.ts'
import { ColumnContext, useApp, useModel } from './app-context.ts'
import { PageBlocks } from './page.tsx'

interface FoundBlockProps {
  readonly block: BlockRecord
  /** The name of the list that the block is in. The same block can be in many. */
  readonly list: string
}

export function FoundBlock({ block, list }: FoundBlockProps): JSX.Element {
  const { render } = useApp()
  const column = useContext(ColumnContext)
  const words = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: '200px',
    })
    if (words.current) watch.observe(words.current)
    return () => watch.disconnect()
  }, [])
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
