/** The filter of a webhook, as its owner sends it. @see events 2 */
import type { ChangeWebhook } from '@notegraph/contract'
import type { GraphStore, WebhookFilter } from '@notegraph/store'
import { settledRule } from '../meant-pages.ts'
import { readTag } from '../page-filter.ts'
import { readQuery } from '../read-query.ts'
import { badRequest, ok, type Result } from '../refusal.ts'
import { pageToShare } from '../sharing/page-to-share.ts'

/** The filter of a new webhook before its body is read. */
export const NO_FILTER: WebhookFilter = {}

type Sent = Omit<ChangeWebhook, 'url' | 'blocks' | 'on'>

/**
 * Applies a body to a filter. Members that it leaves out stay, and `null` removes one.
 * @returns 404 for an unknown page, 400 for an invalid query or tag, or for members that exclude each other
 */
export async function readFilter(
  graph: GraphStore,
  held: WebhookFilter,
  sent: Sent,
): Promise<Result<WebhookFilter>> {
  const page = typeof sent.page === 'string' ? await pageToShare(graph, sent.page) : undefined
  if (page?.ok === false) return page
  const tag = typeof sent.tag === 'string' ? readTag('tag', sent.tag) : undefined
  if (tag?.ok === false) return tag
  if (typeof sent.query === 'string') {
    const query = readQuery(sent.query, 'query')
    if (!query.ok) return query
  }
  const pages = {
    page: kept(page?.value.id ?? nullOf(sent.page), held.page),
    tag: kept(tag?.value ?? nullOf(sent.tag), held.tag),
    type: kept(sent.type, held.type),
    query: kept(sent.query, held.query),
  }
  if (Object.values(pages).filter((value) => value !== undefined).length > 1)
    return badRequest('A webhook takes one of page, tag, type and query. Set the others to null.')
  const heldToken = typeof held.by === 'object' ? held.by.token : undefined
  const writers = kept(sent.by, typeof held.by === 'string' ? held.by : undefined)
  const token = kept(sent.token, heldToken)
  if (writers !== undefined && token !== undefined)
    return badRequest('A webhook takes one of by and token. Set the other to null.')
  const by = token === undefined ? writers : { token }
  const filter = Object.fromEntries(
    Object.entries({ ...pages, by }).filter(([, value]) => value !== undefined),
  )
  return ok(
    await settledRule(graph, { ...filter, ...(held.meant && { meant: held.meant }) } satisfies WebhookFilter),
  )
}

/** `null` removes a member, and a member that was left out stays. */
const kept = <T>(sent: T | null | undefined, held: T | undefined): T | undefined =>
  sent === null ? undefined : (sent ?? held)

const nullOf = (sent: string | null | undefined): null | undefined => (sent === null ? null : undefined)
