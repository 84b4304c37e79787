/**
 * Pages and days as resources: listed, and read as Markdown. A person picks them in a client.
 * @see events 1
 */
import { ProtocolError, ProtocolErrorCode, type Resource, type Server } from '@modelcontextprotocol/server'
import { LIMITS } from '@notegraph/contract'
import { toPage } from '../markdown/page.ts'
import { READ_CUT } from '../tools/window.ts'
import { callerOf, MARKDOWN, readResource, type ResourceSetup } from './read-resource.ts'
import { DAY_TEMPLATE, PAGE_TEMPLATE, uriOf } from './resource-uri.ts'

const TEMPLATES = [
  {
    uriTemplate: PAGE_TEMPLATE,
    name: 'page',
    title: 'Page',
    description: 'A page by its name or an alias, with its blocks.',
    mimeType: MARKDOWN,
  },
  {
    uriTemplate: DAY_TEMPLATE,
    name: 'day',
    title: 'Day',
    description: 'The journal of a day, such as 2026-11-20, today or friday.',
    mimeType: MARKDOWN,
  },
]

/** Adds the handlers of resources to a server. */
export function serveResources(server: Server, setup: ResourceSetup): void {
  server.setRequestHandler('resources/list', async ({ params }) => {
    const offset = offsetOf(params?.cursor)
    const window = { limit: LIMITS.mcpPages, offset, bytes: READ_CUT }
    const { pages, total } = await setup.deps.reader.listPages(await callerOf(setup), window)
    const next = offset + pages.length
    return {
      resources: pages.map((stored): Resource => {
        const page = toPage(stored)
        const lastModified = new Date(page.updatedAt).toISOString()
        return { uri: uriOf(page), name: page.name, mimeType: MARKDOWN, annotations: { lastModified } }
      }),
      ...(next < total && pages.length > 0 && { nextCursor: String(next) }),
    }
  })

  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [...TEMPLATES] }))

  server.setRequestHandler('resources/read', async ({ params: { uri } }) => ({
    contents: [{ ...(await readResource(setup, uri)) }],
  }))
}

function offsetOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0
  if (/^\d{1,9}$/.test(cursor)) return Number(cursor)
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    'The cursor is not one of this list. Leave it out.',
  )
}
