/** Finds pages and blocks as one types, by words or in the query language, over the notes on this device. @see outliner 2.1 */
import { isQuery } from '@notegraph/query'
import type { FoundBlocks } from '@notegraph/sync'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { JSX } from 'preact'
import { findPages } from '../find-page.ts'
import { useLately } from '../lately.ts'
import { addressOf, replacePlace, type Place } from '../places.ts'
import { useApp } from './app-context.ts'
import { FoundRow } from './found-block.tsx'

const MOST_PAGES = 5
const MOST = 100
/** Results change with each letter. */
const LIVE_AFTER = 300

type Found = FoundBlocks | { readonly fault: string }

interface SearchProps {
  readonly place: Extract<Place, { readonly at: 'search' }>
}

export function Search({ place }: SearchProps): JSX.Element {
  const { pages, notes } = useApp()
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => input.current?.focus(), [])
  const words = place.words.trim()
  const found = useLately<Found>(`search ${words}`, async () => {
    if (words === '') return { blocks: [], total: 0 }
    if (!isQuery(words)) return notes.engine.search(words, { limit: MOST })
    const answer = await notes.engine.query(words, { limit: MOST })
    return answer.ok ? answer : { fault: answer.error }
  })
  const named = words === '' || isQuery(words) ? [] : findPages(pages.all.value, words).slice(0, MOST_PAGES)
  return (
    <>
      <h1>Search</h1>
      <label class="filter">
        Words, or a query such as <code>(todo now) [[Garden]]</code>
        <input
          ref={input}
          type="search"
          value={place.words}
          onInput={(event) => {
            const next = event.currentTarget.value
            replacePlace(place, { at: 'search', words: next })
          }}
        />
      </label>
      {named.length > 0 && (
        <section role="group" class="references" aria-label="Pages">
          <h2>Pages</h2>
          <ul class="page-list">
            {named.map(({ id, name, alias }) => (
              <li key={id}>
                <a dir="auto" href={addressOf({ at: 'page', id }, name)}>
                  {name}
                </a>
                {alias !== undefined && <span class="muted"> {alias}</span>}
              </li>
            ))}
          </ul>
        </section>
      )}
      {found && words !== '' && <Results found={found} />}
    </>
  )
}

function Results({ found }: { readonly found: Found }): JSX.Element {
  if ('fault' in found) return <p role="alert">{found.fault}</p>
  return (
    <section role="group" class="references" aria-label="Blocks">
      <h2>
        Blocks <span class="count">{found.total}</span>
      </h2>
      {found.blocks.map(({ block, page }) => (
        <FoundRow key={block.id} block={block} page={page} list="search" after={LIVE_AFTER} />
      ))}
      {found.total > found.blocks.length && (
        <p class="muted">{found.total - found.blocks.length} more: add a word.</p>
      )}
    </section>
  )
}
