/** The graph of pages: around one page or whole, drawn, and as a list. @see outliner 2.6 */
import { PAGE_TYPES } from '@notegraph/page-types'
import { useMemo, useState } from 'preact/hooks'
import type { JSX } from 'preact'
import { foldForSearch } from '@notegraph/block-text'
import { useLately } from '../lately.ts'
import { addLooks } from '../looks.ts'
import { MOST_NODES, shownGraph, tagsOf, type GraphNode } from '../page-graph.ts'
import { addressOf, go, openBeside, replacePlace, STEPS, type Filter, type Place } from '../places.ts'
import { useApp } from './app-context.ts'
import { GraphCanvas, TYPE_COLORS } from './graph-canvas.tsx'
// oxlint-disable-next-line import/default -- Vite gives the text of the style sheet.
import looks from './graph.css?inline'

addLooks(looks)

/** Types in their order, with the plural. */
const TYPES: readonly (readonly [type: string, words: string])[] = [
  ['page', 'Plain pages'],
  ['journal', 'Days'],
  ['tag', 'Tags'],
  ...PAGE_TYPES.filter(({ type }) => type !== 'tag').map(({ type, plural }) => [type, plural] as const),
  ['whiteboard', 'Whiteboards'],
  ['pdf', 'PDFs'],
]
/** Plain pages, days and tags have a colour of their own. The others share the rest. */
const OWN_COLORS = 3
const orderOf = (type: string): number => TYPES.findIndex(([one]) => one === type)
const colorOf = (type: string): number => {
  const order = Math.max(0, orderOf(type))
  return order < OWN_COLORS ? order : OWN_COLORS + ((order - OWN_COLORS) % (TYPE_COLORS - OWN_COLORS))
}

/** Rows of the list that are shown at first, and with each “Show more”. */
const ROWS = 300
/** Neighbours that are named below the graph. */
const MOST_NAMED = 12
/** Tags to choose from. */
const MOST_TAGS = 300

/** Milliseconds from an edit until the links are read again: they are read whole. */
const ASK_AFTER = 1_500

const canDraw = 'transferControlToOffscreen' in HTMLCanvasElement.prototype

interface GraphProps {
  readonly place: Extract<Place, { readonly at: 'map' }>
}

/** The types that a whole graph does not show at first: its days link nearly everything. */
const HIDDEN_AT_FIRST = 'journal'
/** No hidden type. An empty choice would be no part of the address. */
const NO_TYPE = 'none'

export function Graph({ place }: GraphProps): JSX.Element {
  const { notes, pages } = useApp()
  const { id: center, steps, filter = {} } = place
  const isWhole = center === undefined
  const { tag = '', q: query = '', hide = isWhole ? HIDDEN_AT_FIRST : NO_TYPE } = filter
  const hidden = useMemo(() => new Set(hide.split(',')), [hide])
  const choose = (next: Filter): void => replacePlace(place, { ...place, filter: { ...filter, ...next } })
  const [pointed, setPointed] = useState<string>()
  const graph = useLately('page links', async () => notes.engine.pageLinks(), ASK_AFTER)
  const asked = query.trim()
  const found = useLately(
    `graph ${asked}`,
    async () => (asked === '' ? undefined : notes.engine.queryPages(asked)),
    ASK_AFTER,
  )
  const fault = found?.ok === false ? found.error : undefined
  const only = useMemo(() => (found?.ok === true ? new Set(found.pageIds) : undefined), [found])
  const tags = useMemo(() => (graph ? tagsOf(graph).slice(0, MOST_TAGS) : []), [graph])
  const shown = useMemo(
    () =>
      graph &&
      shownGraph(graph, {
        ...(center !== undefined && { around: { id: center, steps } }),
        hidden,
        ...(tag !== '' && { tag }),
        ...(only && { only }),
      }),
    [graph, center, steps, hidden, tag, only],
  )
  const all = pages.all.value
  const names = useMemo(() => new Map(all.map(({ id, name }) => [id, name])), [all])
  const nameOf = (id: string): string => names.get(id) ?? '…'
  const drawn = useMemo(
    () =>
      shown?.nodes.map(({ id, type, near }) => ({ id, name: nameOf(id), color: colorOf(type), near })) ?? [],
    [shown, names],
  )
  const counts = useMemo(() => countTypes(graph?.pages ?? []), [graph])
  const title = isWhole ? 'Graph' : `Graph of ${nameOf(center)}`
  const node = pointed === undefined ? undefined : shown?.nodes.find(({ id }) => id === pointed)
  const open = (id: string, isBeside: boolean): void => {
    if (isBeside) openBeside({ at: 'page', id })
    else go({ at: 'page', id }, 'push', nameOf(id))
  }
  return (
    <div class="graph">
      <h1 dir="auto">{title}</h1>
      <div class="filters">
        {!isWhole && (
          <label>
            Steps
            <select
              value={steps}
              onChange={(event) =>
                replacePlace(place, { ...place, steps: STEPS[event.currentTarget.selectedIndex]! })
              }
            >
              {STEPS.map((one) => (
                <option key={one} value={one}>
                  {one}
                </option>
              ))}
            </select>
          </label>
        )}
        <label>
          Tag
          <select value={tag} onChange={(event) => choose({ tag: event.currentTarget.value })}>
            <option value="">Any</option>
            {tags.map((id) => (
              <option key={id} value={id}>
                {nameOf(id)}
              </option>
            ))}
          </select>
        </label>
        <label class="graph-query">
          With blocks that match a query
          <input
            type="search"
            placeholder="(todo now) [[Garden]]"
            value={query}
            onInput={(event) => choose({ q: event.currentTarget.value })}
          />
        </label>
      </div>
      {fault !== undefined && <p role="alert">{fault}</p>}
      <TypeFilter
        counts={counts}
        hidden={hidden}
        toggle={(type) => {
          const types = new Set(hidden)
          types.delete(NO_TYPE)
          if (!types.delete(type)) types.add(type)
          choose({ hide: [...types].join(',') || NO_TYPE })
        }}
      />
      <p class="graph-ways">
        <span class="muted" role="status">
          {shown ? countWords(shown.nodes.length, shown.pairs.length / 2, shown.total) : 'Reading the links…'}
        </span>
        {!isWhole && <a href={addressOf({ at: 'page', id: center }, nameOf(center))}>Open the page</a>}
        {!isWhole && <a href={addressOf({ at: 'map', steps: 1 })}>Whole graph</a>}
      </p>
      {shown && !canDraw && <p>This browser cannot draw the graph. The list below has every page.</p>}
      {shown && canDraw && (
        <GraphCanvas
          label={title}
          nodes={drawn}
          pairs={shown.pairs}
          center={center}
          shown={pointed}
          point={setPointed}
          pick={open}
        />
      )}
      {shown && canDraw && (
        <p class="graph-pointed muted" dir="auto">
          {node
            ? nearWords(
                nameOf(node.id),
                node.near.map((at) => nameOf(shown.nodes[at]!.id)),
              )
            : 'Click a page to open it, with Shift beside. Drag to move, scroll or pinch to zoom.'}
        </p>
      )}
      {shown && <PageRows nodes={shown.nodes} nameOf={nameOf} point={setPointed} />}
    </div>
  )
}

function countTypes(pages: readonly { readonly type: string }[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>()
  for (const { type } of pages) counts.set(type, (counts.get(type) ?? 0) + 1)
  return [...counts].toSorted(([a], [b]) => orderOf(a) - orderOf(b))
}

const many = (count: number, one: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : `${one}s`}`

const countWords = (nodes: number, links: number, total: number): string =>
  `${many(nodes, 'page')}, ${many(links, 'link')}.${
    total > nodes
      ? ` ${many(total - nodes, 'page')} with fewer links are left out: ${MOST_NODES.toLocaleString('en')} are drawn at once.`
      : ''
  }`

function nearWords(name: string, near: readonly string[]): string {
  if (near.length === 0) return `${name}: no links here.`
  const more = near.length - MOST_NAMED
  return `${name}: ${near.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

interface TypeFilterProps {
  readonly counts: readonly (readonly [type: string, count: number])[]
  readonly hidden: ReadonlySet<string>
  readonly toggle: (type: string) => void
}

/** The types that the graph has. It is also the legend of the colours. */
function TypeFilter({ counts, hidden, toggle }: TypeFilterProps): JSX.Element {
  return (
    <fieldset class="graph-types">
      <legend>Types</legend>
      {counts.map(([type, count]) => (
        <label key={type}>
          <input type="checkbox" checked={!hidden.has(type)} onChange={() => toggle(type)} />
          <i class={`type-dot type-${colorOf(type)}`} aria-hidden="true" />
          {TYPES[orderOf(type)]?.[1] ?? type} <span class="count">{count}</span>
        </label>
      ))}
    </fieldset>
  )
}

interface PageRowsProps {
  readonly nodes: readonly GraphNode[]
  readonly nameOf: (id: string) => string
  readonly point: (id: string | undefined) => void
}

/** Every page of the graph as a link, the most linked first. */
function PageRows({ nodes, nameOf, point }: PageRowsProps): JSX.Element {
  const [isOpen, setOpen] = useState(!canDraw)
  const [filter, setFilter] = useState('')
  const [most, setMost] = useState(ROWS)
  const words = foldForSearch(filter).split(/\s+/u).filter(Boolean)
  const rows = isOpen
    ? nodes
        .map((node) => ({ ...node, name: nameOf(node.id) }))
        .filter(({ name }) => words.every((word) => foldForSearch(name).includes(word)))
        .toSorted((a, b) => b.near.length - a.near.length)
    : []
  return (
    <details class="graph-list" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        All pages in this graph <span class="count">{nodes.length}</span>
      </summary>
      <label class="filter">
        Filter
        <input type="search" value={filter} onInput={(event) => setFilter(event.currentTarget.value)} />
      </label>
      <ul class="page-list">
        {rows.slice(0, most).map(({ id, name, near }) => (
          <li key={id}>
            <a
              dir="auto"
              href={addressOf({ at: 'page', id }, name)}
              onFocus={() => point(id)}
              onBlur={() => point(undefined)}
              onMouseEnter={() => point(id)}
              onMouseLeave={() => point(undefined)}
            >
              {name}
            </a>{' '}
            <span class="muted">{many(near.length, 'link')}</span>
          </li>
        ))}
      </ul>
      {rows.length === 0 && <p class="muted">No matches.</p>}
      {rows.length > most && (
        <button type="button" class="quiet" onClick={() => setMost(most + ROWS)}>
          Show more: {rows.length - most}
        </button>
      )}
    </details>
  )
}
