/** One page, or one block of a page with the way to it. */
import { fieldOf } from '@notegraph/outliner'
import { createRenderer, htmlWords } from '@notegraph/render/core'
import { useEffect, useState } from 'preact/hooks'
import type { JSX } from 'preact'
import type { OpenApp } from '../open-app.ts'
import { addressOf, go } from '../places.ts'
import type { PageModel } from '../page-model.ts'
import { PageBlocks } from './page.tsx'

interface PlaceProps {
  readonly app: OpenApp
  readonly id: string
}

export function PagePlace({ app, id }: PlaceProps): JSX.Element {
  const model = app.pages.model(id)
  useEffect(() => model.zoomTo(null), [model])
  const page = app.pages.all.value.find((one) => one.id === id)
  useEffect(() => {
    if (page) document.title = `${page.name} · Notegraph`
  }, [page?.name])
  return (
    <>
      <h1 dir="auto">{page?.name ?? '…'}</h1>
      <PageBlocks model={model} label={page?.name ?? 'Page'} />
    </>
  )
}

/** A page by the name in a link. The page is made when somebody follows a link to one that is not there. */
export function NamedPlace({ app, name }: { readonly app: OpenApp; readonly name: string }): JSX.Element {
  const [fault, setFault] = useState<string>()
  useEffect(() => {
    void app.pages.named(name).then((page) => {
      if (page.ok) go({ at: 'page', id: page.id }, 'replace', name)
      else setFault(page.error)
      return undefined
    })
  }, [name])
  return (
    <>
      <h1 dir="auto">{name}</h1>
      {fault !== undefined && <p role="alert">{fault}</p>}
    </>
  )
}

export function BlockPlace({ app, id }: PlaceProps): JSX.Element {
  const [model, setModel] = useState<PageModel | null>()
  useEffect(() => {
    void blockPage(app, id).then(setModel)
  }, [id])
  if (model === undefined) return <h1>…</h1>
  if (model === null)
    return (
      <>
        <h1>Block not found</h1>
        <p>It was deleted, or it is not on this device yet.</p>
      </>
    )
  const page = app.pages.all.value.find((one) => one.id === model.pageId)
  return (
    <>
      <h1 dir="auto">{page?.name ?? '…'}</h1>
      <nav class="way" aria-label="Way to the block">
        <a href={addressOf({ at: 'page', id: model.pageId }, page?.name)}>{page?.name ?? 'Page'}</a>
        {wayTo(model, id).map(({ id: above, words }) => (
          <a key={above} href={addressOf({ at: 'block', id: above })}>
            {words}
          </a>
        ))}
      </nav>
      <PageBlocks model={model} label={page?.name ?? 'Block'} root={id} />
    </>
  )
}

/** The page of a block, zoomed to it; `null` if the block is not there. */
async function blockPage({ notes, pages }: OpenApp, id: string): Promise<PageModel | null> {
  const record = await notes.engine.record(id)
  if (record?.kind !== 'block' || record.deleted !== undefined) return null
  const model = pages.model(record.place.pageId)
  await model.load()
  model.zoomTo(id)
  return model
}

function wayTo({ state: { outline } }: PageModel, id: string): { id: string; words: string }[] {
  const way: { id: string; words: string }[] = []
  for (let at = outline.blocks.get(id)?.parentId ?? null; at !== null;) {
    const { content, parentId } = outline.blocks.get(at)!
    way.unshift({ id: at, words: htmlWords(createRenderer().line(fieldOf(content).text.split('\n')[0]!)) })
    at = parentId
  }
  return way
}
