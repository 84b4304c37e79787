/**
 * Handlers of device requests with a body. The checks run in one order: grace, size of the body, content of the body.
 * Then the service decides.
 * @see decisions 6.1
 */
import type { ObjectSchema } from '@notegraph/contract'
import { mayWrite, readBytes, type Result, type SessionCaller } from '@notegraph/service'
import type { InferOutput } from 'valibot'
import type { JsonAnswer } from './answers.ts'
import { bodyOf } from './body.ts'
import type { Handler } from './token-route.ts'

/** @param part reads a path parameter */
type Send<S extends ObjectSchema> = (
  session: SessionCaller,
  body: InferOutput<S>,
  part: (name: string) => Result<string>,
) => Promise<Result<JsonAnswer>>

export function deviceWriteHandler<S extends ObjectSchema>(schema: S, send: Send<S>): Handler<SessionCaller> {
  const handle = deviceBodyHandler(schema, send)
  return async (session, ...rest) => {
    const may = mayWrite(session)
    return may.ok ? handle(session, ...rest) : may
  }
}

/** Handles a request that works in grace. */
export function deviceBodyHandler<S extends ObjectSchema>(schema: S, send: Send<S>): Handler<SessionCaller> {
  return async (session, c, { part }) => {
    const bytes = await readBytes(c.req.raw)
    if (!bytes.ok) return bytes
    const body = bodyOf(c.req.raw, bytes.value, schema)
    return body.ok ? send(session, body.value, (name) => part(c, name)) : body
  }
}
