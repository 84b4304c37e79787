/** The reading endpoints, 1 to 6: parameters checked by the contract, then handed to the service. */
import {
  BlocksQuery,
  ListPagesQuery,
  readQuery,
  SearchQuery,
  TasksQuery,
  type Checked,
  type ObjectSchema,
} from '@notegraph/contract'
import { ok, refuse, type Answer, type Caller, type Result } from '@notegraph/service'
import type { Hono } from 'hono'
import type { InferOutput } from 'valibot'
import { targetOf, type Ctx, type Deps, type Env } from './context.ts'
import { decodePart, readParameters } from './target.ts'
import { tokenRoute, type Handler } from './token-route.ts'

export function readRoutes(app: Hono<Env>, deps: Deps): void {
  const { notes } = deps
  const route = (template: string, handler: Handler) => tokenRoute(app, deps, template, handler)

  route('/api/v1/notes/pages', list(ListPagesQuery, notes.listPages))
  route('/api/v1/notes/pages/{name}', one('page name', BlocksQuery, notes.readPage))
  route('/api/v1/notes/days/{date}', one('day', BlocksQuery, notes.readDay))
  route('/api/v1/notes/blocks/{id}', async (caller, c) => {
    const id = parameterOf(c, 'block id')
    return id.ok ? notes.readBlock(caller, id.value) : id
  })
  route('/api/v1/notes/search', list(SearchQuery, notes.search))
  route('/api/v1/notes/tasks', list(TasksQuery, notes.listTasks))
}

type Read<A extends unknown[]> = (caller: Caller, ...args: A) => Promise<Result<Answer<unknown>>>

/** A list: its query, checked, is all there is. */
function list<S extends ObjectSchema>(schema: S, read: Read<[query: InferOutput<S>]>): Handler {
  return async (caller, c) => {
    const query = queryOf(c, schema)
    return query.ok ? read(caller, query.value) : query
  }
}

/** A thing that the path names, in a window that the query says. */
function one<S extends ObjectSchema>(
  what: string,
  schema: S,
  read: Read<[name: string, query: InferOutput<S>]>,
): Handler {
  return async (caller, c) => {
    const name = parameterOf(c, what)
    if (!name.ok) return name
    const query = queryOf(c, schema)
    return query.ok ? read(caller, name.value, query.value) : query
  }
}

/** The last part of the path, as it was sent. */
function parameterOf(c: Ctx, what: string): Result<string> {
  const { path } = targetOf(c.req.raw, c.env)
  return decodePart(path.slice(path.lastIndexOf('/') + 1), what)
}

function queryOf<S extends ObjectSchema>(c: Ctx, schema: S): Result<InferOutput<S>> {
  const isKnown = (name: string) => Object.hasOwn(schema.entries, name)
  const parameters = readParameters(targetOf(c.req.raw, c.env).query, isKnown)
  if (!parameters.ok) return parameters
  const checked: Checked<InferOutput<S>> = readQuery(schema, parameters.value)
  return checked.ok ? ok(checked.value) : refuse({ code: 'bad_request', error: checked.error })
}
