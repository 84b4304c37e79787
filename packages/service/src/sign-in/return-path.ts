/** Where somebody is sent who signed in: a page of this server, or the first of the settings. */
export const HOME = '/settings'

const PAGES = /^\/(settings|graph)(?:\/|$)/
/** No server of this name can be. */
const HERE = 'http://here.invalid'
const LONGEST = 2_000

/**
 * @param to as anybody may have written it into a link
 * @returns a path with its query, on this server whatever was given
 */
export function returnPath(to: string | undefined): string {
  if (to === undefined || to.length > LONGEST || !to.startsWith('/')) return HOME
  const url = URL.parse(to, HERE)
  if (url?.origin !== HERE || !PAGES.test(url.pathname)) return HOME
  return url.pathname + url.search
}
