/** Handlers of reads. They check the parameters against the contract and call the service. */
import type { ObjectSchema } from '@notegraph/contract'
import type { Answer, Caller, Result } from '@notegraph/service'
import type { InferOutput } from 'valibot'
import { queryOf } from './target.ts'
import type { Handler } from './token-route.ts'

type Read<A extends unknown[]> = (caller: Caller, ...args: A) => Promise<Result<Answer<unknown>>>

/** A handler of a list with only query parameters. */
export function listHandler<S extends ObjectSchema>(
  schema: S,
  read: Read<[query: InferOutput<S>]>,
): Handler<Caller> {
  return async (caller, c) => {
    const query = queryOf(c, schema, caller.listsWhole)
    return query.ok ? read(caller, query.value) : query
  }
}

/**
 * A handler of one item.
 * @param parameter the path parameter that names the item
 */
export function itemHandler(parameter: string, read: Read<[name: string]>): Handler<Caller> {
  return async (caller, c, { part }) => {
    const name = part(c, parameter)
    return name.ok ? read(caller, name.value) : name
  }
}

/** A handler of one item with a window from the query. */
export function windowHandler<S extends ObjectSchema>(
  parameter: string,
  schema: S,
  read: Read<[name: string, query: InferOutput<S>]>,
): Handler<Caller> {
  return async (caller, c, { part }) => {
    const name = part(c, parameter)
    if (!name.ok) return name
    const query = queryOf(c, schema, caller.listsWhole)
    return query.ok ? read(caller, name.value, query.value) : query
  }
}
