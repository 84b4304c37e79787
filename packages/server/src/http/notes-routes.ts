/** The routes of the notes API, endpoints 1 to 6 and 8 to 13: each path with what it does with each method. */
import {
  AddBlock,
  BlocksQuery,
  CreatePage,
  ListPagesQuery,
  SearchQuery,
  SetProperties,
  SetProperty,
  SetTask,
  TasksQuery,
  UpdateBlock,
} from '@notegraph/contract'
import type { Caller } from '@notegraph/service'
import type { Hono } from 'hono'
import type { Deps, Env } from './context.ts'
import { list, one, windowOf } from './reading.ts'
import { tokenRoute, type Methods } from './token-route.ts'
import { writing } from './writing.ts'

export function notesRoutes(app: Hono<Env>, deps: Deps): void {
  const { notes, writes } = deps
  const route = (path: string, methods: Methods<Caller>) =>
    tokenRoute(app, deps, `/api/v1/notes${path}`, methods)

  route('/pages', {
    GET: list(ListPagesQuery, notes.listPages),
    POST: writing(deps, CreatePage, [], (caller, _, body, how) => writes.createPage(caller, body, how)),
  })
  route('/pages/{name}', { GET: windowOf('page name', BlocksQuery, notes.readPage) })
  route('/pages/{name}/blocks', {
    POST: writing(deps, AddBlock, [[-2, 'page name']], (caller, [name = ''], body, how) =>
      writes.addBlock(caller, name, body, how),
    ),
  })
  route('/pages/{name}/properties', {
    PATCH: writing(deps, SetProperties, [[-2, 'page name']], (caller, [name = ''], body, how) =>
      writes.setProperties(caller, name, body, how),
    ),
  })
  route('/pages/{name}/properties/{key}', {
    PATCH: writing(
      deps,
      SetProperty,
      [
        [-3, 'page name'],
        [-1, 'property key'],
      ],
      (caller, [name = '', key = ''], body, how) => writes.setProperty(caller, name, key, body, how),
    ),
  })
  route('/days/{date}', { GET: windowOf('day', BlocksQuery, notes.readDay) })
  route('/blocks/{id}', {
    GET: one('block id', notes.readBlock),
    PATCH: writing(deps, UpdateBlock, [[-1, 'block id']], (caller, [id = ''], body, how) =>
      writes.updateBlock(caller, id, body, how),
    ),
  })
  route('/search', { GET: list(SearchQuery, notes.search) })
  route('/tasks', { GET: list(TasksQuery, notes.listTasks) })
  route('/tasks/{id}', {
    POST: writing(deps, SetTask, [[-1, 'block id']], (caller, [id = ''], body, how) =>
      writes.setTask(caller, id, body, how),
    ),
  })
}
