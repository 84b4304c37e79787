/** The days: today first, earlier ones as one scrolls. @see outliner 2.1 */
import { isoDay, type Day } from '@notegraph/block-text'
import { journalId } from '@notegraph/graph'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { JSX } from 'preact'
import { watchInView } from '../in-view.ts'
import { addressOf } from '../places.ts'
import { useApp, useModel } from './app-context.ts'
import { useStartedDay } from './started-day.ts'
import { lazily } from './lazily.tsx'
import { PageBlocks } from './page.tsx'

const JournalChanges = lazily(async () => (await import('./changed.tsx')).JournalChanges)
const NoPages = lazily(async () => (await import('./all-pages.tsx')).NoPages)
const PageChanges = lazily(async () => (await import('./changed.tsx')).PageChanges)

const AT_ONCE = 5

const longDay = new Intl.DateTimeFormat(undefined, {
  weekday: 'long',
  year: 'numeric',
  month: 'long',
  day: 'numeric',
})

export function Journals(): JSX.Element {
  const { hasNotes, pages, review } = useApp()
  const [shown, setShown] = useState(AT_ONCE)
  const end = useRef<HTMLDivElement>(null)
  const days = pages.days.value
  useEffect(() => {
    if (!end.current) return undefined
    const showMore = (isInView: boolean): void => {
      if (isInView) setShown((count) => count + AT_ONCE)
    }
    return watchInView(end.current, showMore, '800px')
  }, [shown, days.length > shown])
  return (
    <>
      <h1>Journals</h1>
      {review.changes.value.length > 0 && <JournalChanges />}
      {hasNotes.value === false && <NoPages />}
      {days.slice(0, shown).map((day) => (
        <JournalDay key={day} day={day} />
      ))}
      {days.length > shown && <div ref={end} class="more-days" />}
    </>
  )
}

function JournalDay({ day }: { readonly day: Day }): JSX.Element {
  const id = journalId(day)
  const name = isoDay(day)
  const model = useModel({ pageId: id })
  const { review } = useApp()
  useStartedDay(day)
  return (
    <section class="journal" id={`day-${name}`} aria-label={name}>
      <h2>
        <a href={addressOf({ at: 'page', id }, name)}>
          <time dateTime={name}>{longDay.format(new Date(`${name}T12:00:00`))}</time>
        </a>
      </h2>
      {review.changes.value.length > 0 && <PageChanges model={model} />}
      <PageBlocks model={model} label={name} />
    </section>
  )
}
