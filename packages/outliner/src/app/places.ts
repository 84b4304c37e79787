/** The places of the outliner and their addresses. Each can be reloaded, and opened on another device. @see outliner 2.1 */
import { signal, type Signal } from '@preact/signals'
import { BASE, below } from './base.ts'

export type Place =
  | { readonly at: 'journals' }
  | { readonly at: 'pages' }
  /** A page by its id. */
  | { readonly at: 'page'; readonly id: string }
  /** A page by a name, as a link in a note has it. It becomes the page with its id. */
  | { readonly at: 'name'; readonly name: string }
  | { readonly at: 'block'; readonly id: string }

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
  if (first === 'pages' && second === undefined) return { at: 'pages' }
  if (first === 'page' && second !== undefined) return { at: 'page', id: decoded(second) }
  if (first === 'page') {
    const name = url.searchParams.get('name')
    return name === null ? undefined : { at: 'name', name }
  }
  if (first === 'block' && second !== undefined) return { at: 'block', id: decoded(second) }
  return undefined
}

export const addressOf = (place: Place, name?: string): string => below(pathOf(place, name))

function pathOf(place: Place, name: string | undefined): string {
  switch (place.at) {
    case 'journals':
      return '/'
    case 'pages':
      return '/pages'
    case 'page':
      return `/page/${encodeURIComponent(place.id)}${name === undefined ? '' : `/${encodeURIComponent(name)}`}`
    case 'name':
      return `/page?name=${encodeURIComponent(place.name)}`
    case 'block':
      return `/block/${encodeURIComponent(place.id)}`
  }
}

export const place: Signal<Place> = signal(placeOf(new URL(location.href)) ?? { at: 'journals' })

/** Goes to a place. Back leads to the place before. */
export function go(next: Place, how: 'push' | 'replace' = 'push', name?: string): void {
  const address = addressOf(next, name)
  if (how === 'replace') history.replaceState(null, '', address)
  else {
    history.replaceState({ scroll: scrollY }, '')
    history.pushState(null, '', address)
    scrollTo(0, 0)
  }
  place.value = next
}

/** Signs in, and comes back to this place. */
export const toSignIn = (): void =>
  location.assign(
    below(`/sign-in?to=${encodeURIComponent(location.pathname.slice(BASE.length) + location.search)}`),
  )

/** Follows Back, and clicks on links to places. */
export function followLinks(): void {
  history.scrollRestoration = 'manual'
  addEventListener('popstate', (event) => {
    place.value = placeOf(new URL(location.href)) ?? { at: 'journals' }
    const { scroll = 0 } = (event.state ?? {}) as { scroll?: number }
    requestAnimationFrame(() => requestAnimationFrame(() => scrollTo(0, scroll)))
  })
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey) return
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]')
    if (!link || link.target !== '' || link.hasAttribute('download')) return
    const next = placeOf(new URL(link.href))
    if (!next) return
    event.preventDefault()
    go(next)
  })
}
