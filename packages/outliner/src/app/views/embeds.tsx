/** What a block embeds, below its words: pages and blocks that are edited in place, and queries with their results. @see outliner 2.4 */
import { needsOf, readBlock } from '@notegraph/render/core'
import { createContext } from 'preact'
import { useContext, useState } from 'preact/hooks'
import type { JSX } from 'preact'
import { useLast, useLately, usePageOf } from '../lately.ts'
import { shownName } from '../shown-name.ts'
import { addressOf } from '../places.ts'
import { ColumnContext, useApp, useModel, type EmbedsProps } from './app-context.ts'
import { FoundBlock, Runs } from './found-block.tsx'
import { PageBlocks } from './page.tsx'

/** Embeds in embeds. A page that embeds itself ends here. */
const DEEPEST = 3
/** Results of a query that are shown at first, and with each “Show more”. */
const AT_ONCE = 100

const Depth = createContext(0)

/** Quick to see that a block embeds nothing. */
const MAY_EMBED = /\{\{/

export function Embeds({ content, host }: EmbedsProps): JSX.Element | null {
  const depth = useContext(Depth)
  const column = useContext(ColumnContext)
  if (!MAY_EMBED.test(content) || depth >= DEEPEST) return null
  const { embeddedPages, embeddedBlocks, queries } = needsOf([readBlock(content)])
  if (embeddedPages.length + embeddedBlocks.length + queries.length === 0) return null
  return (
    <Depth.Provider value={depth + 1}>
      <ColumnContext.Provider value={`${column} in ${host}`}>
        {embeddedPages.map((name) => (
          <EmbeddedPage key={name} name={name} />
        ))}
        {embeddedBlocks.map((id) => (
          <EmbeddedBlock key={id} id={id} />
        ))}
        {queries.map((query) => (
          <LiveQuery key={query} query={query} />
        ))}
      </ColumnContext.Provider>
    </Depth.Provider>
  )
}

function EmbeddedPage({ name }: { readonly name: string }): JSX.Element | null {
  const { engine } = useApp().notes
  const page = useLately(`embed ${name}`, async () => (await engine.pageNamed(name)) ?? null)
  if (!page) return null
  return (
    <section role="group" class="embed" aria-label={`Embedded page ${name}`}>
      <p class="small">
        <a href={addressOf({ at: 'page', id: page.id }, shownName(page))}>{shownName(page)}</a>
      </p>
      <Part pageId={page.id} label={name} />
    </section>
  )
}

function EmbeddedBlock({ id }: { readonly id: string }): JSX.Element | null {
  const pageId = usePageOf(id)
  if (typeof pageId !== 'string') return null
  return (
    <section role="group" class="embed" aria-label="Embedded block">
      <Part key={pageId} pageId={pageId} root={id} label="Embedded block" />
    </section>
  )
}

interface PartProps {
  readonly pageId: string
  readonly root?: string
  readonly label: string
}

function Part({ pageId, root, label }: PartProps): JSX.Element {
  const model = useModel({ pageId, ...(root !== undefined && { root }) })
  return <PageBlocks model={model} label={label} />
}

function LiveQuery({ query }: { readonly query: string }): JSX.Element | null {
  const { engine } = useApp().notes
  const [limit, setLimit] = useState(AT_ONCE)
  const found = useLast(useLately(`query ${query} ${limit}`, async () => engine.query(query, { limit })))
  if (!found) return null
  if (!found.ok) return <p role="alert">{found.error}</p>
  return (
    <section role="group" class="embed" aria-label="Results of the query">
      <p class="muted small">{found.total === 1 ? '1 block' : `${found.total} blocks`}</p>
      <Runs
        blocks={found.blocks.map(({ block }) => block)}
        draw={(block) => <FoundBlock key={block.id} block={block} list={query} />}
      />
      {found.blocks.length < found.total && (
        <button type="button" class="quiet" onClick={() => setLimit(limit + AT_ONCE)}>
          Show more
        </button>
      )}
    </section>
  )
}
