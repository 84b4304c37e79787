/** Every page, filtered by name. */
import { useState } from 'preact/hooks'
import type { JSX } from 'preact'
import { findPages } from '../find-page.ts'
import type { OpenApp } from '../open-app.ts'
import { addressOf } from '../places.ts'

/** Pages in the list at once. */
const MOST = 500

export function AllPages({ app }: { readonly app: OpenApp }): JSX.Element {
  const [filter, setFilter] = useState('')
  const all = app.pages.all.value.filter(({ day }) => day === undefined)
  const shown = filter.trim() === '' ? all.slice(0, MOST) : findPages(all, filter)
  return (
    <>
      <h1>Pages</h1>
      <label class="filter">
        Filter
        <input type="search" value={filter} onInput={(event) => setFilter(event.currentTarget.value)} />
      </label>
      <ul class="page-list">
        {shown.map(({ id, name }) => (
          <li key={id}>
            <a dir="auto" href={addressOf({ at: 'page', id }, name)}>
              {name}
            </a>
          </li>
        ))}
      </ul>
      {shown.length < all.length && filter.trim() === '' && (
        <p class="muted">{all.length - shown.length} more: use the filter.</p>
      )}
    </>
  )
}
