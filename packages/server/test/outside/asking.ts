/** Requests of an operation, as a stranger sends them. */
import type { Body, Operation, Parameter } from './description.ts'

export interface Asked {
  readonly method: string
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array<ArrayBuffer>
}

/** The values of one request. */
export interface Values {
  /** By name, those of all places. */
  readonly parameters: Readonly<Record<string, unknown>>
  /** The body and its media type, if it has one. */
  readonly body?: { readonly mediaType: string; readonly value: unknown }
}

const sent = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** Values that a path cannot have: it would be another path. */
export const fitsPath = (value: unknown): boolean => !['', '.', '..'].includes(sent(value))

/** @param token none for a request without credentials */
export function asked(operation: Operation, { parameters, body }: Values, token?: string): Asked {
  const given = operation.parameters.filter(({ name }) => parameters[name] !== undefined)
  const of = (place: Parameter['in']) => given.filter((one) => one.in === place)
  const path = of('path').reduce(
    (path, { name }) => path.replace(`{${name}}`, encodeURIComponent(sent(parameters[name]))),
    operation.path,
  )
  const query = new URLSearchParams(
    of('query').map(({ name }): [string, string] => [name, sent(parameters[name])]),
  )
  const headers = Object.fromEntries(of('header').map(({ name }) => [name, sent(parameters[name])]))
  return {
    method: operation.method,
    target: query.size === 0 ? path : `${path}?${query.toString()}`,
    headers: {
      ...headers,
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(body && { 'Content-Type': body.mediaType === '*/*' ? 'text/plain' : body.mediaType }),
    },
    ...(body && {
      body: body.value instanceof Uint8Array ? (body.value as Uint8Array<ArrayBuffer>) : bodyText(body),
    }),
  }
}

const bodyText = ({ mediaType, value }: NonNullable<Values['body']>): string =>
  mediaType === 'application/json' ? JSON.stringify(value) : String(value)

/** The documented example of each parameter that has one, and of the body. */
export function exampleOf({ parameters, bodies }: Operation, which = 0): Values {
  const [body] = bodies
  return {
    parameters: Object.fromEntries(
      parameters
        .filter((one) => one.in !== 'header' && one.example !== undefined)
        .map(({ name, example }) => [name, example]),
    ),
    ...(body && { body: { mediaType: body.mediaType, value: body.examples[which] } }),
  }
}

export const isBytes = ({ schema }: Body): boolean => schema.contentMediaType !== undefined
