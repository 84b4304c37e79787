/** What refers to a page or a block: grouped by page, filtered by the pages that are named, edited in place. @see outliner 2.2 */
import { foldForSearch, Mentions, parseBlock } from '@notegraph/block-text'
import { groupBy, type BlockRecord, type PageRecord } from '@notegraph/graph'
import type { Referring } from '@notegraph/sync'
import { useMemo, useRef, useState } from 'preact/hooks'
import type { JSX } from 'preact'
import { useLast, useLately } from '../lately.ts'
import { shownName } from '../shown-name.ts'
import { addressOf } from '../places.ts'
import { useApp } from './app-context.ts'
import { FoundBlock, Run, Runs } from './found-block.tsx'

/** Blocks in a list at once. */
const AT_ONCE = 50
/** Names to filter by. */
const MOST_NAMES = 20

interface ReferencesProps {
  readonly of: 'page' | 'block'
  readonly id: string
}

export function References({ of, id }: ReferencesProps): JSX.Element | null {
  const { engine } = useApp().notes
  const [limit, setLimit] = useState(AT_ONCE)
  const [wanted, setFilter] = useState<string>()
  const found = useLast(
    useLately<Referring>(`${of} ${id} ${limit}`, async () =>
      of === 'page' ? engine.linksTo(id, { limit }) : engine.refersTo(id, { limit }),
    ),
  )
  const known = useRef<NamesByRev>(new Map())
  const named = useMemo(
    () => (known.current = namesByRev(found?.pages.flatMap(({ blocks }) => blocks) ?? [], known.current)),
    [found],
  )
  if (!found || found.total === 0) return null
  const names = filtersIn(named)
  // The last block that named it may have other words by now.
  const filter = names.find((name) => name === wanted)
  const pages = found.pages.flatMap(({ page, blocks }) => {
    const shown = blocks.filter(({ words }) => filter === undefined || named.get(words.rev)!.includes(filter))
    return shown.length > 0 ? [{ page, blocks: shown }] : []
  })
  return (
    <section role="group" class="references" aria-label="Linked references">
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
              onClick={() => {
                setFilter(filter === name ? undefined : name)
                // It is about all of them, and some may not be shown yet.
                setLimit(Math.max(limit, found.total))
              }}
            >
              {name}
            </button>
          ))}
        </div>
      )}
      <PageGroups pages={pages} list={`references ${id}`} />
      {named.size < found.total && (
        <button type="button" onClick={() => setLimit(limit + AT_ONCE)}>
          Show more
        </button>
      )}
    </section>
  )
}

interface MentionsProps {
  readonly id: string
}

/** The blocks that name a page without a link. They are looked for on demand, and one click links each. */
export function UnlinkedMentions({ id }: MentionsProps): JSX.Element {
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <MentionList id={id} />
  return (
    <button type="button" class="quiet" onClick={() => setOpen(true)}>
      Show unlinked mentions
    </button>
  )
}

function MentionList({ id }: MentionsProps): JSX.Element {
  const app = useApp()
  const { engine } = app.notes
  const [limit, setLimit] = useState(AT_ONCE)
  const found = useLast(
    useLately<Referring>(`mentions ${id} ${limit}`, async () => engine.mentionsOf(id, { limit })),
  )
  const link = async (block: BlockRecord): Promise<void> => {
    // The block may have been edited since the list was read.
    await app.pages.stored()
    const now = await engine.record(block.id)
    const page = app.pages.all.peek().find((one) => one.id === id)
    if (now?.kind !== 'block' || !page) return
    const text = new Mentions([page.name, ...(page.aliases ?? [])]).linked(now.words.text)
    if (text === undefined) app.notice.value = { words: NO_LINK, canUndo: false }
    else await app.edit([{ do: 'setText', id: block.id, text, rev: now.words.rev }], 'Linked.')
  }
  return (
    <section role="group" class="references" aria-label="Unlinked mentions">
      <h2>
        Unlinked mentions <span class="count">{found?.total ?? '…'}</span>
      </h2>
      <PageGroups
        pages={found?.pages ?? []}
        list={`mentions ${id}`}
        beside={(block) => (
          <button type="button" class="quiet" onClick={() => void link(block)}>
            Link
          </button>
        )}
      />
      {found !== undefined && limit < found.total && (
        <button type="button" onClick={() => setLimit(limit + AT_ONCE)}>
          Show more
        </button>
      )}
    </section>
  )
}

const NO_LINK = 'The name is in code or in another part that holds no link. Edit the block to link it.'

interface PageGroupsProps {
  readonly pages: readonly { readonly page: PageRecord; readonly blocks: readonly BlockRecord[] }[]
  readonly list: string
  /** What is beside each block. */
  readonly beside?: (block: BlockRecord) => JSX.Element
}

function PageGroups({ pages, list, beside }: PageGroupsProps): JSX.Element {
  return (
    <>
      {pages.map(({ page, blocks }) => (
        <Run key={page.id} class="page-group">
          <h3>
            <a dir="auto" href={addressOf({ at: 'page', id: page.id }, shownName(page))}>
              {shownName(page)}
            </a>
          </h3>
          <Runs
            blocks={blocks}
            draw={(block) => (
              <div key={block.id} class={beside && 'found'}>
                <FoundBlock block={block} list={list} />
                {beside?.(block)}
              </div>
            )}
          />
        </Run>
      ))}
    </>
  )
}

type NamesByRev = ReadonlyMap<string, readonly string[]>

/** The pages that each block names, each page once, by the revision of its words. Words of the list before are not read again. */
function namesByRev(blocks: readonly BlockRecord[], known: NamesByRev): NamesByRev {
  return new Map(blocks.map(({ words: { rev, text } }) => [rev, known.get(rev) ?? namesIn(text)]))
}

function namesIn(text: string): readonly string[] {
  const { links, tags } = parseBlock(text)
  return [...new Map([...links, ...tags].map((name) => [foldForSearch(name), name])).values()]
}

/** The names in most blocks first. A name that all of them have filters nothing. */
function filtersIn(named: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const groups = groupBy([...named.values()].flat(), (name) => name)
  return [...groups]
    .filter(([, some]) => some.length < named.size)
    .toSorted((a, b) => b[1].length - a[1].length)
    .slice(0, MOST_NAMES)
    .map(([name]) => name)
}
