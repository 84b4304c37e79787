/**
 * The archive of a pull: the answers of all pulls up to the head, as one compressed stream of lines.
 * @see history 7
 * @see sync, Routes
 */
import { ArchiveQuery } from '@notegraph/contract'
import { authenticateDevice, openSecrets, type SessionCaller } from '@notegraph/service'
import { SYNC_LIMITS } from '@notegraph/sync'
import { checkAccess } from './access-checks.ts'
import { refusalResponse } from './answers.ts'
import type { Deps } from './context.ts'
import { waitForTurn } from './fair-queue.ts'
import { takesGzip } from './gzip.ts'
import { lineStream } from './line-stream.ts'
import { logged, type OwnHeaders } from './log.ts'
import { rateHeaders } from './rate-headers.ts'
import { UNREAD, UnreadAnswer, type Room } from './response-memory.ts'
import { queryOf } from './target.ts'
import { pathOf, sessionReader, type Mount } from './token-route.ts'

const LINES: OwnHeaders = {
  'Content-Type': 'application/x-ndjson; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  Vary: 'Accept-Encoding',
}

export const pullArchive: Mount = (app, deps, { path }) => {
  app.get(
    pathOf(path),
    logged(deps, path, async (c, own, address) => {
      const { caller, reader } = await checkAccess(deps, c, address, authenticateDevice, sessionReader)
      const headers = { ...own, ...(await rateHeaders(deps, address, { reader })) }
      if (!caller.ok) return refusalResponse(caller.refusal, headers)
      const room = await deps.responseMemory.reserve(caller.value.account.id)
      if (!room) return refusalResponse(UNREAD, headers)
      let isSent = false
      try {
        const query = queryOf(c, ArchiveQuery)
        const lines = query.ok ? await deps.sync.archive(caller.value, query.value) : query
        if (!lines.ok) return refusalResponse(lines.refusal, headers)
        const zips = takesGzip(c.req.header('accept-encoding'))
        const sent = { ...LINES, ...(zips && { 'Content-Encoding': 'gzip' }), ...headers }
        // A stream that nobody reads would stay open.
        if (c.req.method === 'HEAD') return new Response(null, { headers: sent })
        isSent = true
        const paced = linesInTurn(deps, caller.value, lines.value, room)
        const { body, cut } = lineStream(paced, { zips, closed: () => room.done() })
        room.sending(SYNC_LIMITS.archiveBytes, () => cut(new UnreadAnswer('the archive was not read')))
        return new Response(body, { headers: sent })
      } finally {
        if (!isSent) room.done()
      }
    }),
  )
}

/**
 * Reads each line in the turn of its account. After the session or the plan has ended, no further line follows: the
 * device asks again, and gets the refusal.
 */
async function* linesInTurn(
  { store, clock }: Deps,
  { account, sessionId }: SessionCaller,
  lines: AsyncIterable<string>,
  room: Room,
): AsyncGenerator<string> {
  for await (const line of lines) {
    yield line
    room.read()
    await waitForTurn(account.id)
    if (!(await openSecrets(store, account.id, clock())).has(sessionId)) return
  }
}
