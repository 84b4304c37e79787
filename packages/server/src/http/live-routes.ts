/**
 * Live streams: a device or a program stays connected and hears of each change.
 * @see sync, Routes
 * @see events 1
 */
import { LIMITS } from '@notegraph/contract'
import {
  authenticate,
  authenticateDevice,
  openPageStream,
  type Caller,
  type Reader,
  type Result,
  type SessionCaller,
} from '@notegraph/service'
import { checkAccess, type Authenticator } from './access-checks.ts'
import { refusalResponse } from './answers.ts'
import type { Ctx, Deps } from './context.ts'
import { eventStream, EVENT_STREAM, type EventStream } from './event-stream.ts'
import { logged } from './log.ts'
import { rateHeaders } from './rate-headers.ts'
import { pathOf, readerOf, sessionReader, type ByOperation, type Mount } from './token-route.ts'

interface LiveRoute<Who> {
  readonly enter: Authenticator<Who>
  readonly readerOf: (who: Who) => Reader
  /** @returns a function for the end of the stream */
  readonly open: (deps: Deps, who: Who, stream: EventStream, c: Ctx) => Result<() => void>
}

const live =
  <Who>({ enter, readerOf, open }: LiveRoute<Who>): Mount =>
  (app, deps, { path }) => {
    app.get(
      pathOf(path),
      logged(deps, path, async (c, own, address) => {
        const { caller, reader } = await checkAccess(deps, c, address, enter, readerOf)
        const headers = { ...own, ...(await rateHeaders(deps, address, { reader })) }
        if (!caller.ok) return refusalResponse(caller.refusal, headers)
        // A stream that nobody reads would stay open.
        if (c.req.method === 'HEAD') return new Response(null, { headers: { ...EVENT_STREAM, ...headers } })
        let leave = (): void => {}
        const stream = eventStream(() => leave())
        const opened = open(deps, caller.value, stream, c)
        if (!opened.ok) return refusalResponse(opened.refusal, headers)
        leave = opened.value
        return new Response(stream.body, { headers: { ...EVENT_STREAM, ...headers } })
      }),
    )
  }

export const liveRoutes: ByOperation<Mount> = {
  listenForChanges: live<SessionCaller>({
    enter: authenticateDevice,
    readerOf: sessionReader,
    open: (deps, { account, sessionId }, { send, comment, end }) =>
      deps.live.open(account.id, {
        secretId: sessionId,
        most: LIMITS.liveStreamsPerDevice,
        changed: (state) => send(state),
        comment,
        end,
      }),
  }),
  listenForPages: live<Caller>({
    enter: authenticate,
    readerOf,
    open: ({ live, store }, caller, stream, c) =>
      openPageStream(live, store, caller, stream, { after: c.req.header('last-event-id') }),
  }),
}
