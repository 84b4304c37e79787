/**
 * Archives: the export and import of a graph, and a site as plain files. No archive is in memory as a whole.
 * @see operations, import and export; sharing 4
 */
import { Readable } from 'node:stream'
import { MIMEType } from 'node:util'
import { ImportQuery, LIMITS, SiteArchiveQuery } from '@notegraph/contract'
import {
  type Archive,
  authenticateDevice,
  BAD_REQUESTS,
  mayWrite,
  ok,
  readBodyStream,
  refuse,
  type Result,
} from '@notegraph/service'
import type { Account } from '@notegraph/store'
import type { ArchiveStart } from '@notegraph/web'
import { create as contentDisposition } from 'content-disposition'
import { checkAccess } from './access-checks.ts'
import { refusalResponse, jsonAnswer } from './answers.ts'
import type { Ctx, Deps } from './context.ts'
import { logged, type OwnHeaders } from './log.ts'
import { rateHeaders } from './rate-headers.ts'
import { pathReader, queryOf } from './target.ts'
import {
  mayStart,
  pathOf,
  sessionReader,
  sessionRoutes,
  withConfirmAddress,
  type ByOperation,
  type Mount,
} from './token-route.ts'

export const transferRoutes = ({ imports }: Deps): ByOperation<Mount> => ({
  exportGraph: archiveRoute(async ({ exports }, account) => ok(async () => exports.start(account))),
  exportSnapshot: archiveRoute(async ({ exports, history }, account, part) => {
    const id = part('id')
    const found = id.ok ? await history.findSnapshot(account, id.value) : id
    return found.ok ? ok(async () => exports.start(account, found.value.seq)) : found
  }),
  downloadSite: archiveRoute(async ({ siteArchives }, account, part, c) => {
    const query = queryOf(c, SiteArchiveQuery)
    if (!query.ok) return query
    const slug = part('slug')
    return slug.ok ? siteArchives(account, slug.value, query.value.base) : slug
  }),
  ...sessionRoutes({
    readImport: async ({ account }) => ok(jsonAnswer({ import: (await imports.read(account.id)) ?? null })),
    async startImport(session, c) {
      const may = mayWrite(session)
      if (!may.ok) return may
      if (Number(c.req.header('content-length')) > LIMITS.importBytes) return TOO_LARGE
      if (!isArchive(c.req.header('content-type'))) return NO_ARCHIVE
      const query = queryOf(c, ImportQuery)
      if (!query.ok) return query
      const isDry = query.value.dry_run === 'true'
      const started = await readBodyStream(c.req.raw, (bytes) =>
        imports.start(session.account, bytes, isDry, session),
      )
      return started.ok ? ok(jsonAnswer({ import: started.value })) : started
    },
  }),
})

/**
 * A route that sends an archive while the server creates it.
 * @param find refuses what does not exist, also to HEAD, and returns the start of the archive
 */
const archiveRoute =
  (find: (deps: Deps, account: Account, part: Part, c: Ctx) => Promise<Result<ArchiveStart>>): Mount =>
  (app, deps, route) => {
    const read = pathReader(route)
    app.get(
      pathOf(route.path),
      logged(deps, route.path, async (c, own, address) => {
        const { caller, reader } = await checkAccess(deps, c, address, authenticateDevice, sessionReader)
        const headers = { ...own, ...(await rateHeaders(deps, address, { reader })) }
        if (!caller.ok) return refusalResponse(caller.refusal, headers)
        const may = withConfirmAddress(deps, caller.value, mayStart(deps, route, caller.value))
        const start = may.ok ? await find(deps, caller.value.account, (name) => read(c, name), c) : may
        if (!start.ok) return refusalResponse(start.refusal, headers)
        // An archive that no one reads would never end.
        if (c.req.method === 'HEAD') return new Response(null, { headers: { ...ARCHIVE, ...headers } })
        const archive = await start.value()
        return archive.ok
          ? archiveResponse(archive.value, headers)
          : refusalResponse(archive.refusal, headers)
      }),
    )
  }

/** Reads a part of the path. */
type Part = (name: string) => Result<string>

const TOO_LARGE = refuse({ code: 'too_large', limit: LIMITS.importBytes })
const NO_ARCHIVE = refuse(BAD_REQUESTS.notArchive)

/** Media types that browsers and programs send for a zip archive, or for unknown bytes. */
const ZIP: ReadonlySet<string> = new Set([
  'application/zip',
  'application/x-zip-compressed',
  'application/octet-stream',
])

function isArchive(header: string | undefined): boolean {
  try {
    return header === undefined || ZIP.has(new MIMEType(header).essence)
  } catch {
    return false
  }
}

const ARCHIVE: OwnHeaders = {
  'Content-Type': 'application/zip',
  'Cache-Control': 'no-store',
  'Content-Disposition': contentDisposition('notegraph.zip'),
  'X-Content-Type-Options': 'nosniff',
}

/** @param own headers of this response */
export const archiveResponse = ({ name, output }: Archive, own: OwnHeaders): Response =>
  new Response(Readable.toWeb(output) as ReadableStream<Uint8Array<ArrayBuffer>>, {
    headers: { ...ARCHIVE, 'Content-Disposition': contentDisposition(name), ...own },
  })
