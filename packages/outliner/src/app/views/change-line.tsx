/** One change of a program or an assistant: by whom and when, Keep, Undo, and what was before. @see outliner 4.3 */
import { counted } from '@notegraph/graph'
import { EFFORT, sidesOf, type Piece } from '@notegraph/render/difference'
import type { Touched } from '@notegraph/contract'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { ComponentChildren, JSX } from 'preact'
import { watchInView } from '../in-view.ts'
import { addressOf } from '../places.ts'
import { blocksOf, verbOf, type Reviewed } from '../review-rules.ts'
import { useApp } from './app-context.ts'

/** Milliseconds after which a change in view counts as looked at. */
const LOOK_FOR = 2_000
/** The most characters of a text in a difference, and the most items that are shown. */
const MOST_CHARACTERS = 4_000
const MOST_ITEMS = 50

interface ChangeLineProps {
  readonly change: Reviewed
  /** The block that the line is at. */
  readonly blockId?: string
}

export function ChangeLine({ change, blockId }: ChangeLineProps): JSX.Element {
  const { review } = useApp()
  const line = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const look = (id?: string): void => void review.reviewer.then((reviewer) => reviewer.look(change, id))
  useEffect(() => whileInView(line.current!, () => look(blockId)), [change.id, blockId])
  const isSeen = review.seen.value.has(change.id)
  const own = change.touched.find(({ id }) => id === blockId)
  return (
    <div
      ref={line}
      class={`change-line${isSeen ? '' : ' new'}`}
      role="group"
      aria-label={`Change by ${change.token}`}
    >
      <p>
        <strong dir="auto">{change.token}</strong>{' '}
        {own ? verbOf(own) : <span dir="auto">{change.summary}</span>} <When at={change.at} />
      </p>
      <Decide change={change} />
      <button
        type="button"
        class="quiet"
        aria-expanded={isOpen}
        onClick={() => {
          if (!isOpen) look()
          setOpen(!isOpen)
        }}
      >
        What it was before
      </button>
      {isOpen && <ChangeItems change={change} {...(blockId !== undefined && { first: blockId })} />}
    </div>
  )
}

/** Keep and Undo of a whole change. They say how many blocks it has. */
export function Decide({ change }: { readonly change: Reviewed }): JSX.Element {
  const { review } = useApp()
  const waits = review.waiting.value.get(change.id)
  const decide = (decision?: 'keep' | 'undo'): void =>
    void review.reviewer.then(async (reviewer) => reviewer.decide(change.id, decision))
  if (waits)
    return (
      <>
        <span class="muted">{waits === 'keep' ? 'Keep' : 'Undo'} waits for the server.</span>
        <button type="button" class="quiet" onClick={() => decide()}>
          Cancel
        </button>
      </>
    )
  const count = blocksOf(change).length
  const all = count > 1 ? ` all ${counted(count, 'block')}` : ''
  return (
    <>
      <button type="button" class="quiet" onClick={() => decide('keep')}>
        Keep{all}
      </button>
      <button type="button" class="quiet" onClick={() => decide('undo')}>
        Undo{all}
      </button>
    </>
  )
}

const short = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })
const long = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

export function When({ at }: { readonly at: number }): JSX.Element {
  const time = new Date(at)
  const isToday = time.toDateString() === new Date().toDateString()
  return (
    <time class="muted" dateTime={time.toISOString()} title={long.format(time)}>
      {(isToday ? short : long).format(time)}
    </time>
  )
}

interface ChangeItemsProps {
  readonly change: Reviewed
  /** The item that comes first. */
  readonly first?: string
}

/** Each item of a change, before and after. */
export function ChangeItems({ change, first }: ChangeItemsProps): JSX.Element {
  const items = change.touched.toSorted((a, b) => Number(b.id === first) - Number(a.id === first))
  const shown = items.slice(0, MOST_ITEMS)
  return (
    <div class="change-items">
      {shown.map((item, i) => (
        <Item key={i} item={item} effort={EFFORT / shown.length} />
      ))}
      {items.length > shown.length && <p class="muted">{items.length - shown.length} more are not shown.</p>}
    </div>
  )
}

function Item({ item, effort }: { readonly item: Touched; readonly effort: number }): JSX.Element {
  const { kind, id, key, before, after } = item
  const [left, right] = sidesOf(before, after, MOST_CHARACTERS, effort)
  const isAlone = before === undefined || after === undefined
  const place = { at: kind === 'block' ? 'block' : 'page', id } as const
  return (
    <section role="group" aria-label={key ?? (kind === 'block' ? 'Block' : 'Page')}>
      {key !== undefined && <h4 dir="auto">{key}</h4>}
      <div class="compare">
        <Side name={isAlone ? 'Deleted' : 'Before'} pieces={left} mark={isAlone ? undefined : 'del'} />
        <Side
          name={isAlone ? 'New: it was not there before' : 'After'}
          pieces={right}
          mark={isAlone ? undefined : 'ins'}
        >
          {kind !== 'property' && <a href={addressOf(place)}>Open</a>}
        </Side>
      </div>
    </section>
  )
}

interface SideProps {
  readonly name: string
  readonly pieces: readonly Piece[] | undefined
  readonly mark: 'del' | 'ins' | undefined
  readonly children?: ComponentChildren
}

function Side({ name, pieces, mark: Mark, children }: SideProps): JSX.Element | null {
  if (!pieces) return null
  return (
    <div>
      <p class="which">
        {name} {children}
      </p>
      <div class="said" dir="auto">
        {pieces.map(({ text, differs }, i) => (differs && Mark ? <Mark key={i}>{text}</Mark> : text))}
      </div>
    </div>
  )
}

/** Calls once an element was in view for a while, in a visible window that has the focus. @returns a function that ends it */
function whileInView(element: Element, look: () => void): () => void {
  let isInView = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const check = (): void => {
    clearTimeout(timer)
    if (isInView && document.visibilityState === 'visible' && document.hasFocus())
      timer = setTimeout(look, LOOK_FOR)
  }
  const endWatch = watchInView(element, (isNow) => {
    isInView = isNow
    check()
  })
  const events = ['focus', 'blur'] as const
  for (const event of events) addEventListener(event, check)
  document.addEventListener('visibilitychange', check)
  return () => {
    clearTimeout(timer)
    endWatch()
    for (const event of events) removeEventListener(event, check)
    document.removeEventListener('visibilitychange', check)
  }
}
