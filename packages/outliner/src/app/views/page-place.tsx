/** One page, or one block of a page with the way to it. */
import { isoDay, readDay } from '@notegraph/block-text'
import { journalDay, journalId } from '@notegraph/graph'
import { fieldOf } from '@notegraph/outliner'
import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import type { JSX } from 'preact'
import { usePageOf } from '../lately.ts'
import { firstLine } from '../render-block.ts'
import { addressOf, place, replacePlace, type Place } from '../places.ts'
import type { PageModel } from '../page-model.ts'
import { useApp, useModel, useTitle } from './app-context.ts'
import { PageHead } from './page-head.tsx'
import { lazily } from './lazily.tsx'
import { PageBlocks } from './page.tsx'
import { useStartedDay } from './started-day.ts'

const MissingPage = lazily(async () => (await import('./missing-page.tsx')).MissingPage)
const PageChanges = lazily(async () => (await import('./changed.tsx')).PageChanges)
const Facts = lazily(async () => (await import('./facts.tsx')).Facts)
const PageLinks = lazily(async () => (await import('./page-menu.tsx')).PageLinks)
const PageOrigin = lazily(async () => (await import('./page-origin.tsx')).PageOrigin)
const Refused = lazily(async () => (await import('./refused.tsx')).Refused)
const Reading = lazily(async () => (await import('./reading.tsx')).Reading)
const References = lazily(async () => (await import('./references.tsx')).References)
const UnlinkedMentions = lazily(async () => (await import('./references.tsx')).UnlinkedMentions)

interface PagePlaceProps {
  readonly id: string
  /** The name of a page that is not made yet. */
  readonly name?: string
}

export function PagePlace({ id, name }: PagePlaceProps): JSX.Element {
  const { hasNotes, pages, refusals, review } = useApp()
  const model = useModel({ pageId: id })
  const refusal = refusals.value.get(id)
  const page = pages.all.value.find((one) => one.id === id)
  const day = journalDay(id)
  useStartedDay(day)
  // A day without notes has no page, and yet a name.
  const shown = page?.name ?? name ?? (day === undefined ? undefined : isoDay(day))
  useTitle(shown)
  useEffect(() => {
    if (page) pages.visited(id)
  }, [page === undefined])
  const isMissing = model.isLoaded.value && !model.exists.value && day === undefined
  // Until the first pull is complete, it may be on its way.
  if (isMissing && name === undefined && hasNotes.value !== undefined)
    return <MissingPage id={id} what="page" />
  return (
    <>
      <PageHead id={id} page={page} name={shown} />
      {refusal && <Refused reason={refusal} />}
      {review.changes.value.length > 0 && <PageChanges model={model} />}
      <PageOrigin id={id} />
      {page?.isForReading ? <Reading id={id} /> : <PageBlocks model={model} label={shown ?? 'Page'} />}
      <Facts id={id} />
      {page && <PageLinks id={id} name={page.name} />}
      <References of="page" id={id} />
      {page && page.day === undefined && <UnlinkedMentions id={id} />}
    </>
  )
}

interface NamedPlaceProps {
  readonly place: Extract<Place, { readonly at: 'name' }>
}

/** A page by its name. An address alone makes no page: one that is not there is made when somebody writes on it. */
export function NamedPlace({ place: named }: NamedPlaceProps): JSX.Element {
  const { hasNotes, notes, pages } = useApp()
  const [fault, setFault] = useState<string>()
  const [isMissing, setMissing] = useState(false)
  const [fresh] = useState(() => crypto.randomUUID())
  const { name, makes = false } = named
  // Until the first pull is complete, it may be on its way.
  const isComplete = hasNotes.value !== undefined
  // At once: somebody may go back right away, and the page that they asked for is made.
  useLayoutEffect(() => {
    let isOver = false
    const end = (): void => void (isOver = true)
    const day = readDay(name)
    if (day !== undefined) {
      replacePlace(named, { at: 'page', id: journalId(day) }, name)
      return end
    }
    void pages.named(name, isComplete && makes).then((page) => {
      if (isOver) return undefined
      if (!page) return setMissing(isComplete)
      if (!page.ok) return setFault(page.error)
      if (page.id !== fresh) return replacePlace(named, { at: 'page', id: page.id }, name)
      // The view stays, with its caret.
      if (named === place.peek())
        history.replaceState(history.state, '', addressOf({ at: 'page', id: fresh }, name))
      return undefined
    })
    return end
  }, [named, isComplete, pages.all.value.length])
  if (isMissing) {
    // Before the block, which comes with the same click.
    const open = (event: Event): void => {
      const isNew = !pages.all.peek().some(({ id }) => id === fresh)
      if (isNew && (event.type === 'drop' || (event.target as Element).matches('.add-last')))
        void notes.history.edit([{ do: 'openPage', name, id: fresh }])
    }
    return (
      <div onClickCapture={open} onDropCapture={open}>
        <PagePlace id={fresh} name={name} />
      </div>
    )
  }
  return (
    <>
      <h1 dir="auto">{name}</h1>
      {fault !== undefined && <p role="alert">{fault}</p>}
    </>
  )
}

export function BlockPlace({ id }: { readonly id: string }): JSX.Element {
  const { hasNotes, pages } = useApp()
  const found = usePageOf(id)
  // Another view may show the block before the device answers.
  const pageId = found ?? (found === undefined ? pages.shownPageOf(id) : undefined)
  if (pageId !== undefined) return <OneBlock key={pageId} pageId={pageId} id={id} />
  // Until the first pull is complete, the block may be on its way.
  return found === null && hasNotes.value !== undefined ? <MissingPage id={id} what="block" /> : <h1>…</h1>
}

function OneBlock({ pageId, id }: { readonly pageId: string; readonly id: string }): JSX.Element {
  const { pages } = useApp()
  const model = useModel({ pageId, root: id })
  const name = pages.all.value.find((one) => one.id === pageId)?.name ?? 'Page'
  useTitle(name)
  // The way changes with the page.
  void model.isLoaded.value
  return (
    <>
      <h1 dir="auto">{name}</h1>
      <div class="way" role="group" aria-label="Way to the block">
        <a href={addressOf({ at: 'page', id: pageId }, name)}>{name}</a>
        {wayTo(model, id).map(({ id: above, words }) => (
          <a key={above} href={addressOf({ at: 'block', id: above })}>
            {words}
          </a>
        ))}
      </div>
      <PageBlocks model={model} label={name} />
      <References of="block" id={id} />
    </>
  )
}

function wayTo({ state: { outline } }: PageModel, id: string): { id: string; words: string }[] {
  const way: { id: string; words: string }[] = []
  for (let at = outline.blocks.get(id)?.parentId ?? null; at !== null;) {
    const { content, parentId } = outline.blocks.get(at)!
    way.unshift({ id: at, words: firstLine(fieldOf(content).text) })
    at = parentId
  }
  return way
}
