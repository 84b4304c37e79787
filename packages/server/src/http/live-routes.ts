/** Live streams: a device stays connected and hears of each change. @see sync, Routes */
import { authenticateSession } from '@notegraph/service'
import { checkAccess } from './access-checks.ts'
import { refusalResponse } from './answers.ts'
import { eventStream, EVENT_STREAM } from './event-stream.ts'
import { logged } from './log.ts'
import { rateHeaders } from './rate-headers.ts'
import { pathOf, sessionReader, type ByOperation, type Mount } from './token-route.ts'

const listenForChanges: Mount = (app, deps, { path }) => {
  app.get(
    pathOf(path),
    logged(deps, path, async (c, own, address) => {
      const { caller, reader } = await checkAccess(deps, c, address, authenticateSession, sessionReader)
      const headers = { ...own, ...(await rateHeaders(deps, address, { reader })) }
      if (!caller.ok) return refusalResponse(caller.refusal, headers)
      // A stream that nobody reads would stay open.
      if (c.req.method === 'HEAD') return new Response(null, { headers: { ...EVENT_STREAM, ...headers } })
      const { account, sessionId } = caller.value
      let leave = (): void => {}
      const { body, send, comment, end } = eventStream(() => leave())
      const opened = deps.live.open(account.id, {
        secretId: sessionId,
        changed: (state) => send(state),
        comment,
        end,
      })
      if (!opened.ok) return refusalResponse(opened.refusal, headers)
      leave = opened.value
      return new Response(body, { headers: { ...EVENT_STREAM, ...headers } })
    }),
  )
}

export const liveRoutes: ByOperation<Mount> = { listenForChanges }
