/**
 * Handlers of device requests with a body. The checks run in one order: grace, size of the body, content of the body.
 * Then the service decides.
 * @see decisions 6.1
 */
import type { ObjectSchema } from '@notegraph/contract'
import { mayWrite, type Result, type SessionCaller } from '@notegraph/service'
import type { InferOutput } from 'valibot'
import type { JsonAnswer } from './answers.ts'
import { bodyOf, readBytes } from './body.ts'
import type { Handler } from './token-route.ts'

export function deviceWriteHandler<S extends ObjectSchema>(
  schema: S,
  /** @param part reads a path parameter */
  send: (
    session: SessionCaller,
    body: InferOutput<S>,
    part: (name: string) => Result<string>,
  ) => Promise<Result<JsonAnswer>>,
): Handler<SessionCaller> {
  return async (session, c, { part }) => {
    const may = mayWrite(session)
    if (!may.ok) return may
    const bytes = await readBytes(c.req.raw)
    if (!bytes.ok) return bytes
    const body = bodyOf(c.req.raw, bytes.value, schema)
    return body.ok ? send(session, body.value, (name) => part(c, name)) : body
  }
}
