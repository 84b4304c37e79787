/** Makes methods from the records of routes, which are generated. */
import { downloadOf } from './download.ts'
import { cutOff } from './error.ts'
import { answerOf } from './meta.ts'
import type { ReadFileOptions, WriteOptions } from './options.ts'
import { makeFetch, type ClientOptions, type Fetch, type Sent } from './sender.ts'

/** How a method calls its route. Its arguments are those of the path, then the query or the body, then the options. */
export interface Call {
  readonly method: Sent['method']
  /** With its parameters in braces. */
  readonly path: string
  /** Whether the argument is the query. */
  readonly query?: true
  /** Whether the argument is the body, or the name of the only member of the body that it is. */
  readonly body?: true | string
  /** The members of the body to send, where the argument may have more. */
  readonly only?: readonly string[]
  /** Whether a retry is unsafe after a lost answer, or the member of the body that, if `true`, makes it safe. */
  readonly once?: true | string
  /** Whether the request carries an `Idempotency-Key`. */
  readonly keyed?: true
  /** Whether the answer is the bytes of a file. */
  readonly download?: true
}

/** The records of a client by the names of the methods. */
export type Calls = Readonly<Record<string, Call>>

/** The methods of a client. */
export function methodsOf<C>(client: ClientOptions, calls: Calls): C {
  const ask = makeFetch(client)
  return Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, methodOf(ask, call)])) as C
}

/** The method of one record. The generated interfaces have the types of its arguments. */
export function methodOf<A extends object>(ask: Fetch, call: Call): (...given: unknown[]) => Promise<A> {
  return async (...given) => {
    const path = call.path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(String(given.shift())))
    const sent = call.query || call.body ? (given.shift() as object | undefined) : undefined
    const { signal, range, idempotencyKey, ifMatch } = (given.shift() ?? {}) as ReadFileOptions & WriteOptions
    const body = call.body === undefined ? undefined : bodyOf(call, sent)
    const response = await ask({
      method: call.method,
      path,
      signal,
      ...(call.query && sent && { query: sent }),
      ...(body && { body }),
      headers: {
        ...(range && { Range: `bytes=${range[0]}-${range[1]}` }),
        ...(call.keyed && { 'Idempotency-Key': idempotencyKey ?? newKey() }),
        ...(ifMatch !== undefined && { 'If-Match': ifMatch }),
      },
      repeatable: !call.once || (typeof call.once === 'string' && Reflect.get(body!, call.once) === true),
    })
    return (
      call.download ? downloadOf(response, (cause) => cutOff(cause, signal)) : answerOf(response, signal)
    ) as A | Promise<A>
  }
}

function bodyOf({ body, only }: Call, sent: object = {}): object {
  if (typeof body === 'string') return { [body]: sent }
  return only ? Object.fromEntries(only.map((member) => [member, Reflect.get(sent, member)])) : sent
}

/** 128 random bits in hex; browsers offer `randomUUID` only over HTTPS. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
