/** All changes of programs and assistants by who made them, and imports and restores. @see outliner 4.3 */
import type { Change, ChangeList, ImportAnswer } from '@notegraph/contract'
import { groupBy } from '@notegraph/graph'
import { useEffect, useState } from 'preact/hooks'
import type { JSX } from 'preact'
import { addressOf } from '../places.ts'
import type { Reviewed } from '../review-rules.ts'
import { useApp } from './app-context.ts'
import { ChangeItems, Decide, When } from './change-line.tsx'

const AT_ONCE = 50

type Listed = Reviewed & Partial<Pick<Change, 'state' | 'action'>>
type Imported = NonNullable<ImportAnswer['import']>

interface Found {
  readonly changes: readonly Listed[]
  readonly total: number
  readonly imported: Imported | null
}

/** What a person or a command did with many notes at once. */
const isWhole = ({ action }: Listed): boolean => action === 'import' || action === 'restore'

const STATES = { open: undefined, reverted: 'Undone', kept: 'Kept', expired: 'Over 30 days old' } as const

export function Changes(): JSX.Element {
  const { review } = useApp()
  const [found, setFound] = useState<Found | 'no-answer'>()
  const [limit, setLimit] = useState(AT_ONCE)
  const known = review.changes.value
  const waiting = review.waiting.value
  useEffect(() => {
    let isOver = false
    const show = async (): Promise<void> => {
      const next = await read(limit)
      if (!isOver) setFound(next)
    }
    void show()
    return () => void (isOver = true)
    // Another reading of the known ones may be with a network again.
  }, [limit, known, waiting.size])

  async function read(most: number): Promise<Found | 'no-answer'> {
    const reviewer = await review.reviewer
    const changes: Listed[] = []
    let total = 0
    for (let offset: number | null = 0; offset !== null && changes.length < most;) {
      const path: string = `/api/v1/settings/changes?touched=true&offset=${offset}`
      const part = await reviewer.ask<ChangeList>(path)
      if (!part?.ok) return 'no-answer'
      for (const { touched = [], ...change } of part.value.changes) changes.push({ ...change, touched })
      ;({ total, next: offset } = part.value)
    }
    const imported = await reviewer.ask<ImportAnswer>('/api/v1/settings/import')
    return { changes, total, imported: imported?.ok === true ? imported.value.import : null }
  }

  const isOffline = found === 'no-answer'
  const all = found === undefined || isOffline ? known : found.changes
  const writers = groupBy(
    all.filter((change) => !isWhole(change)),
    ({ token }) => token,
  )
  const restores = all.filter(isWhole)
  const imported = found === undefined || isOffline ? null : found.imported
  // The list has an import that ended.
  const job = imported?.dryRun === true || imported?.state === 'done' ? null : imported
  return (
    <>
      <h1>Changes</h1>
      <p class="lead">
        What tokens, apps and plug-ins wrote in the last 30 days. Undo spares what was edited since.
      </p>
      {isOffline && (
        <p role="status">The server does not answer. These are the last known changes. Keep and Undo wait.</p>
      )}
      {found !== undefined && all.length === 0 && !job && <p class="muted">No changes.</p>}
      {[...writers].map(([token, changes]) => (
        <Writer key={token} token={token} changes={changes} />
      ))}
      {(restores.length > 0 || job) && (
        <section aria-labelledby="restores">
          <h2 id="restores">Imports and restores</h2>
          {job && <Import job={job} />}
          {restores.map((change) => (
            <Entry key={change.id} change={change} />
          ))}
        </section>
      )}
      {found !== undefined && !isOffline && found.total > found.changes.length && (
        <button type="button" onClick={() => setLimit(limit + AT_ONCE)}>
          Show more
        </button>
      )}
    </>
  )
}

interface WriterProps {
  readonly token: string
  readonly changes: readonly Listed[]
}

function Writer({ token, changes }: WriterProps): JSX.Element {
  const { review } = useApp()
  const isOpen = changes.some(({ state = 'open' }) => state === 'open')
  return (
    <section role="group" aria-label={token}>
      <h2>
        <span dir="auto">{token}</span> <span class="count">{changes.length}</span>
      </h2>
      {changes.map((change) => (
        <Entry key={change.id} change={change} />
      ))}
      {isOpen && (
        <button
          type="button"
          class="quiet"
          onClick={() => void review.reviewer.then(async (reviewer) => reviewer.keepAll(token))}
        >
          <span>
            Keep all by <bdi>{token}</bdi>
          </span>
        </button>
      )}
    </section>
  )
}

/** One change. Opening it is a look at it. */
function Entry({ change }: { readonly change: Listed }): JSX.Element {
  const { review } = useApp()
  const [isOpen, setOpen] = useState(false)
  const { id, at, token, page, pageId, summary, state = 'open' } = change
  const isNew = review.changes.value.some((one) => one.id === id) && !review.seen.value.has(id)
  return (
    <details
      class="change-entry"
      onToggle={(event) => {
        setOpen(event.currentTarget.open)
        if (event.currentTarget.open) void review.reviewer.then((reviewer) => reviewer.look(change))
      }}
    >
      <summary>
        {isNew && <span class="badge">New</span>} <span dir="auto">{summary}</span> <When at={at} />{' '}
        {isWhole(change) && <bdi class="muted">{token}</bdi>}{' '}
        {STATES[state] !== undefined && <span class="badge">{STATES[state]}</span>}
      </summary>
      {isOpen && (
        <>
          <p>
            On{' '}
            <a href={addressOf({ at: 'page', id: pageId }, page)} dir="auto">
              {page}
            </a>
          </p>
          <ChangeItems change={change} />
          {state === 'open' && (
            <p class="actions">
              <Decide change={change} />
            </p>
          )}
        </>
      )}
    </details>
  )
}

const OUTCOMES = {
  running: 'is running',
  done: 'has ended',
  failed: 'failed',
  cut_off: 'was cut off',
} as const

const Import = ({ job: { state, startedAt, endedAt } }: { readonly job: Imported }): JSX.Element => (
  <p>
    An import {OUTCOMES[state]} <When at={endedAt ?? startedAt} />
  </p>
)
