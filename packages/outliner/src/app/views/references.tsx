/** What refers to a page or a block: grouped by page, filtered by the pages that are named, edited in place. @see outliner 2.2 */
import { foldForSearch, isoDay, parseBlock } from '@notegraph/block-text'
import { journalDay, nameOf, type BlockRecord, type PageRecord } from '@notegraph/graph'
import type { Referring } from '@notegraph/sync'
import { useState } from 'preact/hooks'
import type { JSX } from 'preact'
import { useLately } from '../lately.ts'
import { addressOf } from '../places.ts'
import { useApp } from './app-context.ts'
import { FoundBlock } from './found-block.tsx'

/** Blocks in a list at once. */
const AT_ONCE = 50
/** Names to filter by. */
const MOST_NAMES = 20

export const shownName = (page: PageRecord): string => {
  const day = journalDay(page.id)
  return day === undefined ? nameOf(page) : isoDay(day)
}

interface ReferencesProps {
  readonly of: 'page' | 'block'
  readonly id: string
}

export function References({ of, id }: ReferencesProps): JSX.Element | null {
  const { engine } = useApp().notes
  const [limit, setLimit] = useState(AT_ONCE)
  const [filter, setFilter] = useState<string>()
  const found = useLately<Referring>(`${of} ${id} ${limit}`, async () =>
    of === 'page' ? engine.linksTo(id, { limit }) : engine.refersTo(id, { limit }),
  )
  if (!found || found.total === 0) return null
  const names = namesIn(found)
  const pages = found.pages.flatMap(({ page, blocks }) => {
    const shown = blocks.filter((block) => filter === undefined || namesOf(block).includes(filter))
    return shown.length > 0 ? [{ page, blocks: shown }] : []
  })
  const count = found.pages.reduce((sum, { blocks }) => sum + blocks.length, 0)
  return (
    <section class="references" aria-label="Linked references">
      <h2>
        Linked references <span class="count">{found.total}</span>
      </h2>
      {names.length > 0 && (
        <div class="names" role="group" aria-label="Only those that name">
          {names.map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={filter === name}
              onClick={() => setFilter(filter === name ? undefined : name)}
            >
              {name}
            </button>
          ))}
        </div>
      )}
      <PageGroups pages={pages} list={`references ${id}`} />
      {count < found.total && (
        <button type="button" onClick={() => setLimit(limit + AT_ONCE)}>
          Show more
        </button>
      )}
    </section>
  )
}

interface PageGroupsProps {
  readonly pages: readonly { readonly page: PageRecord; readonly blocks: readonly BlockRecord[] }[]
  readonly list: string
}

export function PageGroups({ pages, list }: PageGroupsProps): JSX.Element {
  return (
    <>
      {pages.map(({ page, blocks }) => (
        <div key={page.id} class="page-group">
          <h3>
            <a dir="auto" href={addressOf({ at: 'page', id: page.id }, shownName(page))}>
              {shownName(page)}
            </a>
          </h3>
          {blocks.map((block) => (
            <FoundBlock key={block.id} block={block} list={list} />
          ))}
        </div>
      ))}
    </>
  )
}

/** The pages that a block names, each once. */
function namesOf({ words }: BlockRecord): readonly string[] {
  const { links, tags } = parseBlock(words.text)
  return [...new Map([...links, ...tags].map((name) => [foldForSearch(name), name])).values()]
}

/** The names in all blocks, those in most blocks first. A name that all of them have filters nothing. */
function namesIn({ pages }: Referring): readonly string[] {
  const counts = new Map<string, number>()
  const blocks = pages.flatMap((page) => page.blocks)
  for (const block of blocks) for (const name of namesOf(block)) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts]
    .filter(([, count]) => count < blocks.length)
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, MOST_NAMES)
    .map(([name]) => name)
}
