/** The settings as the app shows them: each path with what it does with each method. @see decisions 8, 9.2 */
import {
  AuditQuery,
  ChangesQuery,
  DevicesQuery,
  MakeToken,
  RemoveFiles,
  RevertChanges,
  TokensQuery,
  UnlinkedFilesQuery,
} from '@notegraph/contract'
import { envelope, ok, type Result, type SessionCaller } from '@notegraph/service'
import type { Hono } from 'hono'
import { told, type Told } from './answers.ts'
import type { Deps, Env } from './context.ts'
import { partOf, queryOf } from './request.ts'
import { sending } from './sending.ts'
import { sessionRoute, type Methods } from './token-route.ts'

export function settingsRoutes(app: Hono<Env>, deps: Deps): void {
  const { changes, devices, tokens, storage } = deps
  const route = (path: string, methods: Methods<SessionCaller>) =>
    sessionRoute(app, deps, `/api/v1/settings${path}`, methods)

  route('/tokens', {
    async GET({ account }, c) {
      const query = queryOf(c, TokensQuery)
      if (!query.ok) return query
      return ok(listed('tokens', (await tokens.list(account.id)).toReversed(), query.value))
    },
    POST: sending(MakeToken, async ({ account }, body) => mapped(await tokens.make(account.id, body))),
  })
  route('/tokens/{id}/revoke', {
    async POST({ account }, c) {
      const id = partOf(c, -2, 'token id')
      return id.ok ? mapped(await tokens.revoke(account.id, id.value)) : id
    },
  })
  route('/changes', {
    async GET({ account }, c) {
      const query = queryOf(c, ChangesQuery)
      return query.ok ? ok(await changes.list(account.id, query.value)) : query
    },
  })
  route('/changes/revert', {
    POST: sending(RevertChanges, ({ account }, { ids }) => changes.revertAll(account, ids)),
  })
  route('/changes/{id}', {
    async GET({ account }, c) {
      const id = partOf(c, -1, 'change id')
      return id.ok ? changes.read(account.id, id.value) : id
    },
  })
  route('/changes/{id}/revert', {
    async POST({ account }, c) {
      const id = partOf(c, -2, 'change id')
      return id.ok ? changes.revert(account, id.value) : id
    },
  })
  route('/devices', {
    async GET({ account, sessionId }, c) {
      const query = queryOf(c, DevicesQuery)
      if (!query.ok) return query
      const { json } = listed('devices', await devices.list(account.id), query.value)
      return ok({ json: `{"own":${JSON.stringify(sessionId)},${json.slice(1)}` })
    },
  })
  route('/devices/{id}/end', {
    async POST({ account }, c) {
      const id = partOf(c, -2, 'device id')
      return id.ok ? mapped(await devices.end(account.id, id.value)) : id
    },
  })
  route('/storage/files', {
    async GET({ account }, c) {
      const query = queryOf(c, UnlinkedFilesQuery)
      return query.ok ? ok(told(await storage.unlinked(account, query.value))) : query
    },
  })
  route('/storage/files/remove', {
    POST: sending(RemoveFiles, async ({ account }, { ids }) =>
      mapped(await storage.removeUnlinked(account, ids)),
    ),
  })
  route('/audit', {
    async GET({ account }, c) {
      const query = queryOf(c, AuditQuery)
      if (!query.ok) return query
      const { limit, offset } = query.value
      const { events, total } = await deps.audit.list(account.id, { limit, offset })
      return ok({ json: `{"events":${JSON.stringify(events)},${envelope(events.length, offset, total)}}` })
    },
  })
  route('/storage', { GET: async ({ account }) => ok(told(await storage.read(account))) })
}

const mapped = (result: Result<object>): Result<Told> => (result.ok ? ok(told(result.value)) : result)

/** A window of a list that is short enough to be had whole. */
function listed(
  name: string,
  items: readonly object[],
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Told {
  const shown = items.slice(offset, offset + limit)
  return { json: `{"${name}":${JSON.stringify(shown)},${envelope(shown.length, offset, items.length)}}` }
}
