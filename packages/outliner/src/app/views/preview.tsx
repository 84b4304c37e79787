/**
 * A link shows its page or block while the pointer rests on it. Escape closes it, and the pointer can go onto it.
 *
 * @see outliner 2.1
 */
import { isoDay } from '@notegraph/block-text'
import { journalDay, type GraphRecord } from '@notegraph/graph'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { JSX } from 'preact'
import { useLately } from '../lately.ts'
import { shownName } from '../shown-name.ts'
import { addressOf, place as placeNow, placeOf, type Place } from '../places.ts'
import { useApp } from './app-context.ts'

/** Milliseconds that the pointer rests on a link until its page is shown, or elsewhere until it is gone. */
const REST = 400
const MOST_BLOCKS = 12
/** Levels of nesting that are shown. */
const DEEPEST = 3
/** Pixels between the link and its page, and at the edges of the window. */
const GAP = 6
/** Its look is here, because the style sheet is loaded before today can be edited. */
const LOOK = {
  position: 'fixed',
  zIndex: 4,
  inlineSize: 'min(26rem, calc(100vw - 12px))',
  maxBlockSize: 'min(24rem, 70vh)',
  padding: '0.6rem 0.9rem',
  overflow: 'auto',
  border: '1px solid var(--line)',
  borderRadius: 'var(--radius)',
  background: 'var(--surface)',
  boxShadow: 'var(--shadow)',
  fontSize: '0.9375rem',
  overflowWrap: 'anywhere',
} as const

type Shown = Extract<Place, { readonly at: 'page' | 'name' | 'block' }>

interface Pointed {
  readonly place: Shown
  readonly link: Element
}

export function Preview(): JSX.Element | null {
  const card = useRef<HTMLDivElement>(null)
  const [pointed, point] = useState<Pointed>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const soon = (next: Pointed | undefined): void => {
      clearTimeout(timer)
      timer = setTimeout(() => point(next), REST)
    }
    const close = (): void => {
      clearTimeout(timer)
      point(undefined)
    }
    let [x, y] = [NaN, NaN]
    /** Whether the pointer rests, so that a link came to it, as while somebody types. */
    const rests = ({ clientX, clientY }: PointerEvent): boolean => {
      const isStill = Math.abs(clientX - x) < 1 && Math.abs(clientY - y) < 1
      x = clientX
      y = clientY
      return isStill
    }
    const onOver = (event: PointerEvent): void => {
      const { target, pointerType } = event
      if (rests(event) || pointerType === 'touch' || !(target instanceof Element)) return
      if (card.current?.contains(target)) return clearTimeout(timer)
      soon(pointedBy(target))
    }
    const onKey = ({ key }: KeyboardEvent): void => void (key === 'Escape' && close())
    const events = [
      ['pointerover', onOver],
      ['pointermove', rests],
      ['pointerdown', (event: Event) => !card.current?.contains(event.target as Node) && close()],
      ['keydown', onKey],
      ['scroll', close],
    ] as const
    for (const [name, hear] of events) document.addEventListener(name, hear as EventListener)
    const off = placeNow.subscribe(close)
    return () => {
      off()
      clearTimeout(timer)
      for (const [name, hear] of events) document.removeEventListener(name, hear as EventListener)
    }
  }, [])
  return pointed ? <Card key={addressOf(pointed.place)} {...pointed} card={card} /> : null
}

/** The page or block of a link in the notes. Bullets, headings and the way to a block lead to what is on screen anyway. */
function pointedBy(target: Element): Pointed | undefined {
  const link = target.closest<HTMLAnchorElement>(':is(main, .beside) a[href]')
  if (!link || link.closest('.bullet, .way, .preview, h1, h2, h3')) return undefined
  const place = placeOf(new URL(link.href))
  return place?.at === 'page' || place?.at === 'name' || place?.at === 'block' ? { place, link } : undefined
}

interface Found {
  readonly name: string
  readonly rows: readonly { readonly id: string; readonly depth: number; readonly content: string }[]
  readonly isCut: boolean
}

interface CardProps extends Pointed {
  readonly card: { current: HTMLDivElement | null }
}

function Card({ place, link, card }: CardProps): JSX.Element | null {
  const { notes, render } = useApp()
  const found = useLately(`preview ${addressOf(place)}`, async (): Promise<Found> => {
    const { engine } = notes
    const record: GraphRecord | undefined =
      place.at === 'name' ? await engine.pageNamed(place.name) : await engine.record(place.id)
    const pageId = record?.kind === 'page' ? record.id : record?.place.pageId
    const page = pageId === undefined ? undefined : await engine.record(pageId)
    if (!record || record.deleted !== undefined || page?.kind !== 'page' || page.deleted !== undefined)
      return { name: nameOf(place), rows: [], isCut: false }
    const all = await notes.blocksOf(page.id)
    const first = record.kind === 'page' ? 0 : all.findIndex((one) => one.record.id === record.id)
    const top = record.kind === 'page' ? 0 : (all[first]?.depth ?? 0)
    const end = record.kind === 'page' ? -1 : all.findIndex((one, i) => i > first && one.depth <= top)
    const part = all.slice(first, end < 0 ? undefined : end)
    const rows = part
      .map(({ record: { id, words }, depth }) => ({ id, depth: depth - top, content: words.text }))
      .filter(({ depth }) => depth < DEEPEST)
    return {
      name: shownName(page),
      rows: rows.slice(0, MOST_BLOCKS),
      isCut: rows.length > MOST_BLOCKS || rows.length < part.length,
    }
  })
  useLayoutEffect(() => {
    const { current } = card
    if (!current) return
    const { left, top, bottom } = link.getBoundingClientRect()
    const { offsetWidth, offsetHeight } = current
    const below = bottom + GAP
    const fits = below + offsetHeight <= innerHeight
    current.style.top = `${fits ? below : Math.max(GAP, top - GAP - offsetHeight)}px`
    current.style.left = `${Math.max(GAP, Math.min(left, document.documentElement.clientWidth - offsetWidth - GAP))}px`
  }, [found])
  if (!found) return null
  return (
    <div ref={card} class="preview" style={LOOK} role="group" aria-label={`Preview of ${found.name}`}>
      <p style={{ margin: '0 0 0.3rem' }}>
        <strong dir="auto">{found.name}</strong>
      </p>
      {found.rows.length === 0 && <p class="muted small">There are no blocks yet.</p>}
      {found.rows.map(({ id, depth, content }) => (
        <div
          key={id}
          class="block"
          style={{ marginInlineStart: `${depth * 1.1}rem` }}
          dir="auto"
          dangerouslySetInnerHTML={{ __html: render(content) }}
        />
      ))}
      {found.isCut && <p class="muted small">…</p>}
    </div>
  )
}

/** The name of a page that is not there. */
function nameOf(place: Shown): string {
  if (place.at === 'name') return place.name
  const day = journalDay(place.id)
  return day === undefined ? place.id : isoDay(day)
}
