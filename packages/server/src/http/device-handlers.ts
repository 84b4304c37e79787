/**
 * Handlers of device requests. A handler names what it reads of the request, and the service decides. The checks run in one
 * order: grace, the size of the body, its content, the query, the path.
 * @see decisions 6.1
 */
import type { ObjectSchema } from '@notegraph/contract'
import { envelope, mayWrite, ok, readBytes, type Result, type SessionCaller } from '@notegraph/service'
import type { InferOutput } from 'valibot'
import { jsonAnswer, type JsonAnswer } from './answers.ts'
import { bodyOf } from './body.ts'
import type { Ctx, Deps } from './context.ts'
import { queryOf, type PathReader } from './target.ts'
import type { Handler } from './token-route.ts'

/** A device that calls. */
export interface Device extends SessionCaller {
  /** Whether the person signed in recently. */
  readonly isRecent: boolean
}

/** The parts of a request that a handler reads. */
interface Asked<At extends string, Q extends ObjectSchema, B extends ObjectSchema> {
  /** The parameters of the path. */
  readonly at?: readonly At[]
  readonly query?: Q
  /** A request with a body is a write, which the plan may refuse. */
  readonly body?: B
  /** Whether a write works in grace. */
  readonly inGrace?: true
}

/** The values of these parts. */
type Sent<At extends string, Q extends ObjectSchema, B extends ObjectSchema> = {
  readonly [K in At]: string
} & { readonly query: InferOutput<Q>; readonly body: InferOutput<B> }

type Work<S, A> = (device: Device, sent: S) => Promise<Result<A>>

interface ListWindow {
  readonly limit: number
  readonly offset: number
}

/** A part of a list, by the name of its member. */
type Part<N extends string> = Readonly<Record<N, readonly object[]>> & { readonly total: number }

export interface DeviceHandlers {
  /** Answers with the value of the service. */
  readonly one: <At extends string, Q extends ObjectSchema = never, B extends ObjectSchema = never>(
    asked: Asked<At, Q, B>,
    work: Work<Sent<At, Q, B>, object>,
  ) => Handler<SessionCaller>
  /** Answers with a part of a list. */
  readonly list: <N extends string, At extends string, Q extends ObjectSchema>(
    name: N,
    asked: Asked<At, Q, never> & { readonly query: Q },
    work: Work<Sent<At, Q, never>, Part<N>>,
  ) => Handler<SessionCaller>
}

export function deviceHandlers({ signIn }: Pick<Deps, 'signIn'>): DeviceHandlers {
  const handle =
    <At extends string, Q extends ObjectSchema, B extends ObjectSchema, A>(
      asked: Asked<At, Q, B>,
      work: Work<Sent<At, Q, B>, A>,
      toAnswer: (value: A, sent: Sent<At, Q, B>) => JsonAnswer,
    ): Handler<SessionCaller> =>
    async (session, c, { part }) => {
      const may = asked.body === undefined || asked.inGrace === true ? ok(undefined) : mayWrite(session)
      if (!may.ok) return may
      const sent = await sentIn(asked, c, part)
      if (!sent.ok) return sent
      const done = await work({ ...session, isRecent: signIn.isRecent(session.signedInAt) }, sent.value)
      return done.ok ? ok(toAnswer(done.value, sent.value)) : done
    }
  return {
    one: (asked, work) =>
      handle(asked, work, (value) => ('json' in value ? (value as JsonAnswer) : jsonAnswer(value))),
    list: (name, asked, work) =>
      handle(asked, work, (value, { query }) =>
        partOf(name, value[name], (query as ListWindow).offset, value.total),
      ),
  }
}

async function sentIn<At extends string, Q extends ObjectSchema, B extends ObjectSchema>(
  { at = [], query: querySchema, body: bodySchema }: Asked<At, Q, B>,
  c: Ctx,
  part: PathReader,
): Promise<Result<Sent<At, Q, B>>> {
  const sent: Record<string, unknown> = {}
  if (bodySchema) {
    const bytes = await readBytes(c.req.raw)
    if (!bytes.ok) return bytes
    const body = bodyOf(c.req.raw, bytes.value, bodySchema)
    if (!body.ok) return body
    sent['body'] = body.value
  }
  if (querySchema) {
    const query = queryOf(c, querySchema)
    if (!query.ok) return query
    sent['query'] = query.value
  }
  for (const name of at) {
    const value = part(c, name)
    if (!value.ok) return value
    sent[name] = value.value
  }
  return ok(sent as Sent<At, Q, B>)
}

/** A window of a list that is short enough to load completely. */
export const windowOf = <N extends string>(
  name: N,
  items: readonly object[],
  { limit, offset }: ListWindow,
): Part<N> => ({ [name]: items.slice(offset, offset + limit), total: items.length }) as unknown as Part<N>

/** A part of a list, as a service returned it. */
export const partOf = (
  name: string,
  items: readonly object[],
  offset: number,
  total: number,
): JsonAnswer => ({
  json: `{"${name}":${JSON.stringify(items)},${envelope(items.length, offset, total)}}`,
})
