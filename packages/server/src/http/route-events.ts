/** The audit log of the API: each route that succeeded leaves the event that the table of routes names. */
import { ALL_ROUTES } from '@notegraph/contract'
import type { AuditLog } from '@notegraph/service'
import type { RequestContext } from './request-context.ts'

interface Answered {
  readonly method: string
  /** The path of the route with its parameters in braces. */
  readonly path: string
  readonly status: number
}

const EVENTS = new Map(ALL_ROUTES.map(({ method, path, audit }) => [`${method} ${path}`, audit]))

export async function noteRoute(
  audit: Pick<AuditLog, 'note' | 'noteRoute'>,
  { method, path, status }: Answered,
  { account, credential, refusal }: RequestContext,
): Promise<void> {
  if (account === undefined) return
  const subject = credential === undefined ? {} : { subject: credential }
  // Over the API, a token without a right gets a refusal here; at other routes it is refused before.
  if (refusal?.code === 'read_only_token')
    await audit.note({ event: 'token_refused', accountId: account, ...subject, detail: 'scope' })
  const event = EVENTS.get(`${method} ${path}`)
  if (event === undefined || event === 'nothing' || status !== 200) return
  await audit.noteRoute({ event, accountId: account, ...(event === 'graph_pulled' && subject) })
}
