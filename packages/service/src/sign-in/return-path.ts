/** The page after a sign-in: a page of this server, or a place of the outliner, by default its first one. */
export const HOME = '/'

/** The places of the outliner that have an address of their own. `*` is the rest of an address. */
export const OUTLINER_PLACES = [
  '/',
  '/pages',
  '/tasks',
  '/changes',
  '/deleted',
  '/search',
  '/add',
  '/map',
  '/map/*',
  '/page',
  '/page/*',
  '/block/*',
] as const

const PAGES = /^\/(settings|graph)(?:\/|$)/
const isPlace = (path: string): boolean =>
  OUTLINER_PLACES.some((place) =>
    place.endsWith('*') ? path.startsWith(place.slice(0, -1)) : path === place,
  )
/** No server can have this name. */
const HERE = 'http://here.invalid'
const LONGEST = 2_000

/**
 * A safe path to return to.
 *
 * @param to an untrusted value from a link
 * @returns a path with its query, always on this server
 * @example
 * ```ts
 * returnPath('https://elsewhere.example/') // '/'
 * ```
 */
export function returnPath(to: string | undefined): string {
  if (to === undefined || to.length > LONGEST || !to.startsWith('/')) return HOME
  const url = URL.parse(to, HERE)
  if (url?.origin !== HERE || !(PAGES.test(url.pathname) || isPlace(url.pathname))) return HOME
  return url.pathname + url.search
}
