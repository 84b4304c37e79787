/** Sync: pulls and pushes of devices, with their session. @see sync, Routes */
import { checkBody, WindowQuery, Pick, PullQuery } from '@notegraph/contract'
import { mayWrite, readBytes, refuse, type Result } from '@notegraph/service'
import { SYNC_LIMITS } from '@notegraph/sync'
import { pullArchive } from './archive-route.ts'
import { inflated, jsonOf } from './body.ts'
import type { Ctx, Deps } from './context.ts'
import { queryOf } from './target.ts'
import { sessionRoutes, type ByOperation, type Mount } from './token-route.ts'

export const syncRoutes = ({ sync }: Deps): ByOperation<Mount> => ({
  pullArchive,
  ...sessionRoutes({
    async pull(session, c) {
      const query = queryOf(c, PullQuery)
      return query.ok ? sync.pull(session, query.value) : query
    },
    async pullPageFirst(session, c, { part }) {
      const id = part(c, 'id')
      return id.ok ? sync.page(session, id.value) : id
    },
    async push(session, c) {
      const may = mayWrite(session)
      if (!may.ok) return may
      const body = await bodyOf(c, SYNC_LIMITS.pushBytes)
      return body.ok ? sync.push(session, body.value) : body
    },
    async listConflicts(session, c) {
      const query = queryOf(c, WindowQuery)
      return query.ok ? sync.conflicts(session, query.value) : query
    },
    async pickVersion(session, c, { part }) {
      const may = mayWrite(session)
      if (!may.ok) return may
      const json = await bodyOf(c)
      if (!json.ok) return json
      const body = checkBody(Pick, json.value)
      if (!body.ok) return refuse({ code: 'bad_request', error: body.error })
      const id = part(c, 'id')
      return id.ok ? sync.pick(session, id.value, body.value.pick) : id
    },
  }),
})

/** The JSON of a body, which may be gzip. @param limit bytes, both packed and unpacked */
async function bodyOf(c: Ctx, limit?: number): Promise<Result<unknown>> {
  const sent = await readBytes(c.req.raw, limit)
  if (!sent.ok) return sent
  const bytes = await inflated(c.req.raw, sent.value, limit)
  return bytes.ok ? jsonOf(c.req.raw, bytes.value, ['identity', 'gzip']) : bytes
}
