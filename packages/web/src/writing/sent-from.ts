/** The page that a form was sent from, to which its answer returns. */
import { GRAPH } from '../components/links.ts'
import type { Visit } from '../page.ts'

/** Pages that are forms themselves; nobody wants to return to them. */
const FORMS = /\/(?:edit|task|undo)$/

/**
 * Reads `Referer`, which browsers send to their own site. Only a page of the graph counts, so no address of another site
 * is ever returned.
 * @param fallback the page for a browser that sends none
 */
export function sentFrom({ request }: Pick<Visit, 'request'>, baseUrl: string, fallback: string): string {
  const sent = URL.parse(request.headers.get('referer') ?? '')
  const base = new URL(baseUrl).pathname.replace(/\/$/, '')
  if (!sent?.pathname.startsWith(base)) return fallback
  const path = sent.pathname.slice(base.length)
  const isGraph = path === GRAPH || path.startsWith(`${GRAPH}/`)
  return isGraph && !FORMS.test(path) ? path + sent.search : fallback
}
