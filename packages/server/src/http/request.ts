/** Reads the path and query of a request and checks them against the contract's schemas. */
import { readQuery, type Checked, type ObjectSchema, type Route } from '@notegraph/contract'
import { ok, refuse, type Result } from '@notegraph/service'
import type { InferOutput } from 'valibot'
import { targetOf, type Ctx } from './context.ts'
import { decodePart, readParameters } from './target.ts'

/** Reads a path parameter by its name, decoded; 400 if its percent-encoding is invalid. */
export type PathReader = (c: Ctx, name: string) => Result<string>

/** The reader throws if the route's path has no such parameter, which is a bug. */
export function pathReader({ operationId, path, parameters }: Route): PathReader {
  const template = path.split('/')
  const places = new Map(
    parameters.map(({ name, noun }) => [
      name,
      { noun, fromEnd: template.indexOf(`{${name}}`) - template.length },
    ]),
  )
  return (c, name) => {
    const place = places.get(name)
    if (!place) throw new Error(`The path of ${operationId} has no parameter ${name}.`)
    const parts = targetOf(c.req.raw, c.env).path.split('/')
    return decodePart(parts.at(place.fromEnd) ?? '', place.noun)
  }
}

/** @param whole whether the list has no window if `limit` is absent */
export function queryOf<S extends ObjectSchema>(c: Ctx, schema: S, whole = false): Result<InferOutput<S>> {
  const isKnown = (name: string) => Object.hasOwn(schema.entries, name)
  const parameters = readParameters(targetOf(c.req.raw, c.env).query, isKnown)
  if (!parameters.ok) return parameters
  const checked: Checked<InferOutput<S>> = readQuery(schema, parameters.value)
  if (!checked.ok) return refuse({ code: 'bad_request', error: checked.error })
  const asked = parameters.value.some(([name]) => name === 'limit')
  return ok(whole && !asked ? { ...(checked.value as object), limit: Infinity } : checked.value)
}
