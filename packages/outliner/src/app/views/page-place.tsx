/** One page, or one block of a page with the way to it. */
import { fieldOf } from '@notegraph/outliner'
import { journalDay } from '@notegraph/graph'
import { useEffect, useState } from 'preact/hooks'
import type { JSX } from 'preact'
import { useLately } from '../lately.ts'
import { firstLine } from '../render-block.ts'
import { addressOf, replacePlace, type Place } from '../places.ts'
import type { PageModel } from '../page-model.ts'
import { useApp, useModel } from './app-context.ts'
import { PageHead } from './page-head.tsx'
import { lazily } from './lazily.tsx'
import { PageBlocks } from './page.tsx'
import { useStartedDay } from './started-day.ts'

const MissingPage = lazily(async () => (await import('./missing-page.tsx')).MissingPage)
const PageChanges = lazily(async () => (await import('./changed.tsx')).PageChanges)
const Facts = lazily(async () => (await import('./facts.tsx')).Facts)
const PageLinks = lazily(async () => (await import('./page-menu.tsx')).PageLinks)
const PageOrigin = lazily(async () => (await import('./page-origin.tsx')).PageOrigin)
const Reading = lazily(async () => (await import('./reading.tsx')).Reading)
const References = lazily(async () => (await import('./references.tsx')).References)
const UnlinkedMentions = lazily(async () => (await import('./references.tsx')).UnlinkedMentions)

export function PagePlace({ id }: { readonly id: string }): JSX.Element {
  const { hasNotes, pages, review } = useApp()
  const model = useModel({ pageId: id })
  const page = pages.all.value.find((one) => one.id === id)
  useStartedDay(journalDay(id))
  useEffect(() => {
    if (!page) return
    document.title = `${page.name} · Notegraph`
    pages.visited(id)
  }, [page?.name])
  const isMissing = model.isLoaded.value && !model.exists.value && journalDay(id) === undefined
  // Until the first pull is complete, it may be on its way.
  if (isMissing && hasNotes.value !== undefined) return <MissingPage id={id} what="page" />
  return (
    <>
      <PageHead id={id} page={page} />
      {review.changes.value.length > 0 && <PageChanges model={model} />}
      <PageOrigin id={id} />
      {page?.isForReading ? <Reading id={id} /> : <PageBlocks model={model} label={page?.name ?? 'Page'} />}
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

/** A page by the name in a link. The page is made when somebody follows a link to one that is not there. */
export function NamedPlace({ place }: NamedPlaceProps): JSX.Element {
  const { hasNotes, pages } = useApp()
  const [fault, setFault] = useState<string>()
  const { name } = place
  // Until the first pull is complete, it may be on its way.
  const isComplete = hasNotes.value !== undefined
  useEffect(() => {
    void pages.named(name, isComplete).then((page) => {
      if (page?.ok) replacePlace(place, { at: 'page', id: page.id }, name)
      else setFault(page?.error)
      return undefined
    })
  }, [place, isComplete])
  return (
    <>
      <h1 dir="auto">{name}</h1>
      {fault !== undefined && <p role="alert">{fault}</p>}
    </>
  )
}

export function BlockPlace({ id }: { readonly id: string }): JSX.Element {
  const { hasNotes, notes, pages } = useApp()
  const found = useLately(`page of ${id}`, async () => {
    const record = await notes.engine.record(id)
    return record?.kind === 'block' && record.deleted === undefined ? record.place.pageId : null
  })
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
