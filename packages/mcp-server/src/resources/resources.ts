/**
 * Pages and days as resources: listed, read as Markdown, and completed. A person picks them in a client. Reading one is
 * a call of `read_page` or `read_day`, with the same answer.
 * @see events 1
 */
import { ProtocolError, ProtocolErrorCode, type Resource, type Server } from '@modelcontextprotocol/server'
import { ERRORS, LIMITS } from '@notegraph/contract'
import { fold, isoDay } from '@notegraph/block-text'
import type { Caller, Result } from '@notegraph/service'
import { callTool, refused, type Deps, type Outcome, type Session } from '../call.ts'
import { toPage } from '../markdown/page.ts'
import { READ_CUT } from '../tools/window.ts'
import { DAY_TEMPLATE, PAGE_TEMPLATE, readUri, uriOf } from './resource-uri.ts'

const MARKDOWN = 'text/markdown'
/** Suggestions for one value. */
const MOST_SUGGESTED = 20
const DAYS = ['today', 'yesterday', 'tomorrow']

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

/** The services and the caller of the handlers. */
export interface ResourceSetup {
  readonly deps: Deps
  readonly enter: () => Promise<Result<Session>>
  /** Runs each read in turn, with the calls of a batch. */
  readonly turn: (call: () => Promise<Outcome>) => Promise<Outcome>
}

/** Adds the handlers of resources to a server. */
export function serveResources(server: Server, { deps, enter, turn }: ResourceSetup): void {
  const caller = async (): Promise<Caller> => {
    const entered = await enter()
    if (entered.ok) return entered.value.caller
    throw errorOf(refused(entered.refusal))
  }

  server.setRequestHandler('resources/list', async ({ params }) => {
    const offset = offsetOf(params?.cursor)
    const window = { limit: LIMITS.mcpPages, offset, bytes: READ_CUT }
    const { pages, total } = await deps.reader.listPages(await caller(), window)
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

  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const ref = readUri(uri)
    if (!ref) throw notFound(uri, `No resource has the address "${uri}".`)
    const call =
      ref.kind === 'page'
        ? { name: 'read_page', arguments: { name: ref.name } }
        : { name: 'read_day', arguments: { date: ref.date } }
    const outcome = await turn(() => callTool(deps, enter, call))
    if ('error' in outcome) throw errorOf(outcome)
    const [{ text }] = outcome.result.content
    if (outcome.result.isError) throw notFound(uri, text)
    return { contents: [{ uri, mimeType: MARKDOWN, text }] }
  })

  server.setRequestHandler('completion/complete', async ({ params: { ref, argument } }) => {
    const template = ref.type === 'ref/resource' ? ref.uri : undefined
    if (template === PAGE_TEMPLATE) return suggested(await namesLike(deps, await caller(), argument.value))
    if (template === DAY_TEMPLATE) return suggested(daysLike(deps, await caller(), argument.value))
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      'The reference is not one of the resource templates.',
    )
  })
}

const suggested = (values: string[]) => ({ completion: { values, total: values.length, hasMore: false } })

/** Names that contain or resemble the value, the nearest first; for no value, those edited last. */
async function namesLike({ reader }: Deps, caller: Caller, value: string): Promise<string[]> {
  const { pages } = reader.graph(caller)
  const folded = fold(value.trim())
  if (folded !== '') return pages.similarNames(folded, MOST_SUGGESTED)
  const latest = await pages.list({}, { limit: MOST_SUGGESTED, offset: 0 })
  return latest.pages.map(({ name }) => name)
}

function daysLike({ reader }: Deps, caller: Caller, value: string): string[] {
  const all = [...DAYS, isoDay(reader.today(caller))]
  return all.filter((day) => day.startsWith(value.trim().toLowerCase()))
}

function offsetOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0
  if (/^\d{1,9}$/.test(cursor)) return Number(cursor)
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    'The cursor is not one of this list. Leave it out.',
  )
}

const notFound = (uri: string, message: string): ProtocolError =>
  new ProtocolError(ProtocolErrorCode.InvalidParams, message, {
    uri,
    code: 'not_found',
    hint: ERRORS.not_found.hint,
  })

function errorOf(outcome: Outcome): ProtocolError {
  if ('result' in outcome)
    return new ProtocolError(ProtocolErrorCode.InternalError, outcome.result.content[0].text)
  const { code, message, data } = outcome.error
  return new ProtocolError(code, message, data)
}
