/**
 * Handlers of writes. The checks run in one order: permission to write, size of the body, content of body and request,
 * write rates. Then the service decides.
 * @see decisions 6.1
 */
import { createHash } from 'node:crypto'
import { checkIdempotencyKey, mayBeLeftOut, type ObjectSchema } from '@notegraph/contract'
import {
  type Caller,
  mayWrite,
  ok,
  readBytes,
  refuse,
  type Result,
  type WriteAnswer,
  type WriteOptions,
} from '@notegraph/service'
import type { InferOutput } from 'valibot'
import { bodyOf } from './body.ts'
import { canonicalPath, targetOf } from './target.ts'
import type { Ctx, Deps } from './context.ts'
import type { Handler } from './token-route.ts'

/** A write of the service: the caller, the values of the path, the body and the options. */
type Write<S extends ObjectSchema, N extends readonly string[]> = (
  caller: Caller,
  ...args: [...values: { [K in keyof N]: string }, body: InferOutput<S>, options: WriteOptions]
) => Promise<Result<WriteAnswer<unknown>>>

/**
 * @param parameters the names of the path parameters, in the order in which `write` takes them
 * @param writesOf the writes of the minute that a body counts as; one by default
 */
export function writeHandler<S extends ObjectSchema, const N extends readonly string[]>(
  deps: Deps,
  schema: S,
  parameters: N,
  write: Write<S, N>,
  writesOf?: (body: InferOutput<S>) => number,
): Handler<Caller> {
  const mayBeEmpty = mayBeLeftOut(schema)
  return async (caller, c, { address, part }) => {
    const may = mayWrite(caller)
    if (!may.ok) return may
    const bytes = await readBytes(c.req.raw)
    if (!bytes.ok) return bytes
    const body = mayBeEmpty && bytes.value.length === 0 ? ok({}) : bodyOf(c.req.raw, bytes.value, schema)
    if (!body.ok) return body
    const values: string[] = []
    for (const parameter of parameters) {
      const value = part(c, parameter)
      if (!value.ok) return value
      values.push(value.value)
    }
    const options = optionsOf(c, bytes.value)
    if (!options.ok) return options
    const writing = writesOf?.(body.value)
    const counted = await deps.writeRates.count(caller.tokenId, address, deps.clock(), writing)
    if (!counted.ok) return counted
    return write(caller, ...(values as { [K in keyof N]: string }), body.value, options.value)
  }
}

/** The write options in the headers. */
function optionsOf(c: Ctx, bytes: Uint8Array): Result<WriteOptions> {
  const ifMatch = c.req.header('if-match')
  const matching = ifMatch === undefined ? {} : { ifMatch }
  const sent = c.req.header('idempotency-key')
  if (sent === undefined) return ok(matching)
  const key = checkIdempotencyKey(sent)
  if (!key.ok) return refuse({ code: 'bad_request', error: key.error })
  return ok({ ...matching, key: { key: key.value, request: requestHash(c, bytes) } })
}

/** Identifies a request: its method, its path in one spelling, and the bytes of its body. */
function requestHash(c: Ctx, bytes: Uint8Array): string {
  const path = canonicalPath(targetOf(c.req.raw, c.env).path)
  return createHash('sha256').update(`${c.req.method} ${path}\n`).update(bytes).digest('base64url')
}
