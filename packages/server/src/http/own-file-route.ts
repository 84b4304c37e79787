/**
 * The files that the pages of an account show, for the person who signed in. The address is a place in a block, a page
 * with a picture, or the number that readers of a page have for the file. The id of a file opens it for everyone, so no page contains one. @see decisions 9.5
 */
import { fileInBlock, pictureOfPage, refuse, type OpenFile, type Result } from '@notegraph/service'
import { FILE_PAGE, type Visitor } from '@notegraph/web'
import type { Hono } from 'hono'
import { refusalResponse } from './answers.ts'
import { basePathOf, below } from './base-path.ts'
import type { Ctx, Deps, Env } from './context.ts'
import { fileResponse } from './file-response.ts'
import { logged } from './log.ts'

export function ownFileRoute(app: Hono<Env>, deps: Deps): void {
  app.get(
    FILE_PAGE,
    logged(deps, FILE_PAGE, async (c, own, address) => {
      if (await deps.pageRequests.count(address, deps.clock()))
        return refusalResponse({ code: 'rate_limited', limit: deps.pageRequests.limit }, own)
      const visitor = await deps.visitor(c.req.raw)
      if (!visitor) return toSignIn(deps, c, own)
      const found = await find(deps, c, visitor)
      return found.ok ? fileResponse(c, found.value, own) : refusalResponse(found.refusal, own)
    }),
  )
}

/** As on every page, the person returns to the address after signing in. */
async function toSignIn({ baseUrl }: Deps, c: Ctx, own: Readonly<Record<string, string>>): Promise<Response> {
  const { pathname, search } = new URL(c.req.url)
  const Location = `/sign-in?to=${encodeURIComponent(pathname + search)}`
  const headers = { ...own, Location, 'Cache-Control': 'no-store' }
  return below(basePathOf(baseUrl()), new Response(null, { status: 303, headers }))
}

const NO_FILE = refuse({ code: 'not_found', what: 'file' })
const NUMBER = /^\d{1,6}$/

async function find(deps: Deps, c: Ctx, { account, plan }: Visitor): Promise<Result<OpenFile>> {
  if (!account.allowed) return refuse({ code: 'forbidden' })
  if (plan === 'none') return refuse({ code: 'payment_required' })
  const graph = deps.store.graph(account.id)
  const { origin } = new URL(deps.baseUrl())
  const [page, block = '', n = ''] = [c.req.query('page'), c.req.query('block'), c.req.query('n')]
  if ((page === undefined || n !== '') && !NUMBER.test(n)) return NO_FILE
  if (page !== undefined && n !== '') return deps.readers.previewFile(account, page, Number(n))
  const id =
    page === undefined
      ? await fileInBlock(graph, { block, n: Number(n), origin })
      : await pictureOfPage(graph, page, origin)
  return id === undefined ? NO_FILE : deps.files.find(id, account)
}
