/** Sync: what devices pull and push, with the session of a device. @see sync, Routes */
import { checkBody, ConflictsQuery, Pick, PullQuery } from '@notegraph/contract'
import { mayWrite, refuse, type Result } from '@notegraph/service'
import { SYNC_LIMITS } from '@notegraph/sync'
import type { Hono } from 'hono'
import { inflated, jsonOf, readBytes } from './body.ts'
import type { Ctx, Deps, Env } from './context.ts'
import { coded } from './gzip.ts'
import { partOf, queryOf } from './request.ts'
import { ofDevices, sessionRoute } from './token-route.ts'

export function syncRoutes(app: Hono<Env>, deps: Deps): void {
  const { sync } = deps
  const counted = ofDevices(deps)

  sessionRoute(
    app,
    counted,
    '/api/sync',
    {
      async GET(session, c) {
        const query = queryOf(c, PullQuery)
        return query.ok ? sync.pull(session, query.value) : query
      },
      async POST(session, c) {
        const may = mayWrite(session)
        if (!may.ok) return may
        const body = await bodyOf(c, SYNC_LIMITS.pushBytes)
        return body.ok ? sync.push(session, body.value) : body
      },
    },
    coded,
  )
  sessionRoute(
    app,
    counted,
    '/api/sync/conflicts',
    {
      async GET(session, c) {
        const query = queryOf(c, ConflictsQuery)
        return query.ok ? sync.conflicts(session, query.value) : query
      },
    },
    coded,
  )
  sessionRoute(
    app,
    counted,
    '/api/sync/conflicts/{id}',
    {
      async POST(session, c) {
        const may = mayWrite(session)
        if (!may.ok) return may
        const json = await bodyOf(c)
        if (!json.ok) return json
        const body = checkBody(Pick, json.value)
        if (!body.ok) return refuse({ code: 'bad_request', error: body.error })
        const id = partOf(c, -1, 'block id')
        return id.ok ? sync.pick(session, id.value, body.value.pick) : id
      },
    },
    coded,
  )
}

/** The JSON in a body, which may have been sent as gzip. @param limit bytes, as sent and once unpacked */
async function bodyOf(c: Ctx, limit?: number): Promise<Result<unknown>> {
  const sent = await readBytes(c.req.raw, limit)
  if (!sent.ok) return sent
  const bytes = await inflated(c.req.raw, sent.value, limit)
  return bytes.ok ? jsonOf(c.req.raw, bytes.value, ['identity', 'gzip']) : bytes
}
