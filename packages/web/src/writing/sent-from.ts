/** The page that a form was sent from, to which its answer returns. */
import { GRAPH } from '../components/links.ts'
import type { Visit } from '../page.ts'

const CONFLICTS = '/settings/conflicts'
/** Pages that are forms themselves; nobody wants to return to them. */
const FORMS = /\/(?:edit|task|undo)$/

/**
 * Reads `Referer`, which browsers send to their own site, or the field of a form that was a page itself. Only a page of
 * the graph or of conflicts counts, so no address of another site is ever returned.
 * @param fallback the page for a browser that sends none
 */
export function sentFrom(
  { request }: Pick<Visit, 'request'>,
  baseUrl: string,
  { fallback, field = '' }: { readonly fallback: string; readonly field?: string },
): string {
  const base = new URL(baseUrl).pathname.replace(/\/$/, '')
  const sent = URL.parse(request.headers.get('referer') ?? '')
  const referrer =
    sent?.pathname.startsWith(base) === true ? sent.pathname.slice(base.length) + sent.search : ''
  return pageOfGraph(field) ?? pageOfGraph(referrer) ?? fallback
}

function pageOfGraph(path: string): string | undefined {
  const url = URL.parse(path, NOWHERE.href)
  if (url?.host !== NOWHERE.host) return undefined
  const { pathname, search } = url
  const isGraph = pathname === GRAPH || pathname.startsWith(`${GRAPH}/`) || pathname === CONFLICTS
  return isGraph && !FORMS.test(pathname) ? pathname + search : undefined
}

/** The base of an address that is a path. */
const NOWHERE = new URL('https://nowhere.invalid')
