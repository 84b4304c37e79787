/** What a request says in its path and its query, checked by the contract's schemas. */
import { readQuery, type Checked, type ObjectSchema } from '@notegraph/contract'
import { ok, refuse, type Result } from '@notegraph/service'
import type { InferOutput } from 'valibot'
import { targetOf, type Ctx } from './context.ts'
import { decodePart, readParameters } from './target.ts'

/** What the words call a parameter of a path. */
export type Part =
  'page name' | 'day' | 'block id' | 'property key' | 'change id' | 'token id' | 'device id' | 'file id'

/**
 * One part of the path, decoded; 400 where it is no percent-encoding.
 * @param index of the parts between slashes, the first being 0; negative from the end
 */
export function partOf(c: Ctx, index: number, what: Part): Result<string> {
  const parts = targetOf(c.req.raw, c.env).path.split('/').slice(1)
  return decodePart(parts.at(index) ?? '', what)
}

/** @param whole whether a list comes whole where no `limit` is asked for */
export function queryOf<S extends ObjectSchema>(c: Ctx, schema: S, whole = false): Result<InferOutput<S>> {
  const isKnown = (name: string) => Object.hasOwn(schema.entries, name)
  const parameters = readParameters(targetOf(c.req.raw, c.env).query, isKnown)
  if (!parameters.ok) return parameters
  const checked: Checked<InferOutput<S>> = readQuery(schema, parameters.value)
  if (!checked.ok) return refuse({ code: 'bad_request', error: checked.error })
  const asked = parameters.value.some(([name]) => name === 'limit')
  return ok(whole && !asked ? { ...(checked.value as object), limit: Infinity } : checked.value)
}
