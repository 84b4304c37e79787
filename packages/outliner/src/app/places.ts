/** The places of the outliner and their addresses. Each can be reloaded, and opened on another device. @see outliner 2.1 */
import type { Shared } from '@notegraph/block-text'
import { batch, signal, type Signal } from '@preact/signals'
import { BASE, below } from './base.ts'
import { caretNow, wantCaret, type Caret } from './kept-caret.ts'
import { scrollNow, scrollWhenDrawn, type Scroll } from './kept-scroll.ts'

export type Place =
  | { readonly at: 'journals' }
  /** All pages or all tasks, those that a filter lets through. */
  | { readonly at: 'pages' | 'tasks'; readonly filter?: Filter }
  /** The changes of programs and assistants. */
  | { readonly at: 'changes' }
  /** Pages and blocks that were deleted. */
  | { readonly at: 'deleted' }
  /** Words or a query, which are looked for in the notes on this device. */
  | { readonly at: 'search'; readonly words: string }
  /** A block for today, filled with what was shared. `files` is the id under which the service worker holds files. */
  | { readonly at: 'add'; readonly shared: Shared; readonly files?: string }
  /** The graph around a page, or the whole one. */
  | { readonly at: 'map'; readonly id?: string; readonly steps: Steps; readonly filter?: Filter }
  /** A page by its id. */
  | { readonly at: 'page'; readonly id: string }
  /** A page by a name, as a link in a note has it. It becomes the page with its id. `makes`: the person asks for it, so it is made. */
  | { readonly at: 'name'; readonly name: string; readonly makes?: true }
  | { readonly at: 'block'; readonly id: string }

/** The choices in a list, by their names in addresses. */
export type Filter = Readonly<Record<string, string>>

/** The place of a list with filters. */
export type ListPlace = Extract<Place, { readonly at: 'pages' | 'tasks' }>

/** The steps from a page that its graph goes. */
export const STEPS = [1, 2, 3] as const
type Steps = (typeof STEPS)[number]

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The place of an address, or nothing for an address of the server's own pages. */
export function placeOf(url: URL): Place | undefined {
  if (url.origin !== location.origin) return undefined
  if (!`${url.pathname}/`.startsWith(`${BASE}/`)) return undefined
  const [, first = '', second] = url.pathname.slice(BASE.length).split('/')
  if (first === '') return { at: 'journals' }
  if (first === 'changes' && second === undefined) return { at: 'changes' }
  if (first === 'deleted' && second === undefined) return { at: 'deleted' }
  if ((first === 'pages' || first === 'tasks') && second === undefined)
    return { at: first, filter: Object.fromEntries(url.searchParams) }
  if (first === 'search' && second === undefined)
    return { at: 'search', words: url.searchParams.get('q') ?? '' }
  if (first === 'add' && second === undefined) {
    const { files, ...shared } = Object.fromEntries(url.searchParams) as Shared & { readonly files?: string }
    return { at: 'add', shared, ...(files !== undefined && { files }) }
  }
  if (first === 'map') {
    const { steps: asked, ...filter } = Object.fromEntries(url.searchParams)
    const steps = STEPS.find((one) => `${one}` === asked) ?? 1
    return { at: 'map', ...(second !== undefined && second !== '' && { id: decoded(second) }), steps, filter }
  }
  if (first === 'page' && second !== undefined) return { at: 'page', id: decoded(second) }
  if (first === 'page') {
    const name = url.searchParams.get('name')
    return name === null ? undefined : { at: 'name', name }
  }
  if (first === 'block' && second !== undefined) return { at: 'block', id: decoded(second) }
  return undefined
}

/** The name behind the id in the address of a page, for reading. */
function nameIn({ pathname }: URL): string | undefined {
  const name = pathname.slice(BASE.length).split('/')[3]
  return name === undefined ? undefined : decoded(name)
}

export const addressOf = (place: Place, name?: string): string => below(pathOf(place, name))

function pathOf(place: Place, name: string | undefined): string {
  switch (place.at) {
    case 'journals':
      return '/'
    case 'pages':
    case 'tasks':
      return withQuery(`/${place.at}`, place.filter)
    case 'changes':
      return '/changes'
    case 'deleted':
      return '/deleted'
    case 'search':
      return place.words === '' ? '/search' : `/search?q=${encodeURIComponent(place.words)}`
    case 'add': {
      const { title, text, url } = place.shared
      return withQuery('/add', { title, text, url })
    }
    case 'map': {
      const { id, steps, filter } = place
      if (id === undefined) return withQuery('/map', filter)
      return withQuery(`/map/${encodeURIComponent(id)}`, {
        ...(steps > 1 && { steps: `${steps}` }),
        ...filter,
      })
    }
    case 'page':
      return `/page/${encodeURIComponent(place.id)}${name === undefined ? '' : `/${encodeURIComponent(name)}`}`
    case 'name':
      return `/page?name=${encodeURIComponent(place.name)}`
    case 'block':
      return `/block/${encodeURIComponent(place.id)}`
  }
}

function withQuery(path: string, fields: Readonly<Record<string, string | undefined>> = {}): string {
  const query = Object.entries(fields).filter((field): field is [string, string] => Boolean(field[1]))
  return query.length === 0 ? path : `${path}?${new URLSearchParams(query)}`
}

/** The state that the browser keeps with each address of its history. */
interface Visit {
  readonly scrolled?: Scroll
  readonly caret?: Caret
  readonly beside?: readonly Place[]
}

const visit = (): Visit => (history.state ?? {}) as Visit

export const place: Signal<Place> = signal(placeOf(new URL(location.href)) ?? { at: 'journals' })

/** The places in the second column, the latest first. */
export const beside: Signal<readonly Place[]> = signal(visit().beside ?? [])

/** Places in the second column at once. */
const MOST_BESIDE = 10

/** Keeps the scroll and the caret for Back and for a reload. */
export const keepVisit = (): void =>
  history.replaceState({ ...visit(), scrolled: scrollNow(), caret: caretNow() }, '')

/** Goes to a place. Back leads to the place before. */
export function go(next: Place, how: 'push' | 'replace' = 'push', name?: string): void {
  const address = addressOf(next, name)
  if (how === 'replace') history.replaceState(visit(), '', address)
  else {
    keepVisit()
    history.pushState({ beside: beside.value }, '', address)
    scrollTo(0, 0)
  }
  place.value = next
}

/** Finds the scroll and the caret of before a reload, once. */
function takeVisit(): void {
  const { scrolled, caret, ...others } = visit()
  history.replaceState(others, '')
  wantCaret(caret)
  if (scrolled) scrollWhenDrawn(scrolled)
}

/** The name of a place in the second column. A list keeps it while somebody types in its filter. */
export const columnKey = (one: Place): string => addressOf('filter' in one ? { ...one, filter: {} } : one)

let opened: Place | undefined

/** Whether a place was just opened in the second column, once. */
export function takeOpened(one: Place): boolean {
  if (one !== opened) return false
  opened = undefined
  return true
}

/** Opens a place in the second column. */
export function openBeside(next: Place): void {
  opened = next
  const others = beside.value.filter((one) => columnKey(one) !== columnKey(next))
  keepBeside([next, ...others].slice(0, MOST_BESIDE))
}

export const closeBeside = (one: Place): void => keepBeside(beside.value.filter((other) => other !== one))

/** Leaves a place whose page is gone. */
export function leavePlace(one: Place): void {
  if (one === place.peek()) go({ at: 'journals' })
  else closeBeside(one)
}

/** Shows another place instead of one, in whichever column that is. */
export function replacePlace(one: Place, next: Place, name?: string): void {
  if (one === place.value) go(next, 'replace', name)
  else keepBeside(beside.value.map((other) => (other === one ? next : other)))
}

function keepBeside(places: readonly Place[]): void {
  beside.value = places
  history.replaceState({ ...visit(), beside: places }, '')
}

/** Signs in, and comes back to this place. */
export const toSignIn = (): void =>
  location.assign(
    below(`/sign-in?to=${encodeURIComponent(location.pathname.slice(BASE.length) + location.search)}`),
  )

/** Goes to an element of the place that is shown. A hash in the address would be a step of Back. */
function goInPage(id: string): void {
  const element = document.getElementById(id)
  element?.scrollIntoView()
  element?.focus({ preventScroll: true })
}

/** Follows Back, and clicks on links to places. A click with Shift opens the second column. */
export function followLinks(): void {
  history.scrollRestoration = 'manual'
  takeVisit()
  addEventListener('pagehide', keepVisit)
  // A reload that the person asks the browser for comes before that.
  addEventListener('beforeunload', () => history.replaceState({ ...visit(), scrolled: scrollNow() }, ''))
  addEventListener('popstate', () => {
    const { scrolled = { y: 0 }, beside: places = [], caret } = visit()
    wantCaret(caret)
    batch(() => {
      place.value = placeOf(new URL(location.href)) ?? { at: 'journals' }
      beside.value = places
    })
    scrollWhenDrawn(scrolled)
  })
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey) return
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]')
    if (!link || link.target !== '' || link.hasAttribute('download')) return
    if (link.getAttribute('href')!.startsWith('#')) {
      event.preventDefault()
      return goInPage(decoded(link.hash.slice(1)))
    }
    const url = new URL(link.href)
    const found = placeOf(url)
    // Back from a page of the server starts the outliner again.
    if (!found) return keepVisit()
    const next = found.at === 'name' ? { ...found, makes: true as const } : found
    event.preventDefault()
    if (event.shiftKey) openBeside(next)
    else go(next, 'push', nameIn(url))
  })
}
