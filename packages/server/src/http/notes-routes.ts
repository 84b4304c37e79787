/** The routes of the notes API, endpoints 1 to 6 and 8 to 13: what each does. */
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
import type { Deps } from './context.ts'
import { list, one, windowOf } from './reading.ts'
import { tokenRoutes, type ByOperation, type Mount } from './token-route.ts'
import { writing } from './writing.ts'

export const notesRoutes = (deps: Deps): ByOperation<Mount> => {
  const { notes, writes } = deps
  return tokenRoutes({
    listPages: list(ListPagesQuery, notes.listPages),
    readPage: windowOf('name', BlocksQuery, notes.readPage),
    readDay: windowOf('date', BlocksQuery, notes.readDay),
    readBlock: one('id', notes.readBlock),
    search: list(SearchQuery, notes.search),
    listTasks: list(TasksQuery, notes.listTasks),
    addBlock: writing(deps, AddBlock, ['name'], (caller, { name }, body, how) =>
      writes.addBlock(caller, name, body, how),
    ),
    createPage: writing(deps, CreatePage, [], (caller, _, body, how) => writes.createPage(caller, body, how)),
    setTask: writing(deps, SetTask, ['id'], (caller, { id }, body, how) =>
      writes.setTask(caller, id, body, how),
    ),
    updateBlock: writing(deps, UpdateBlock, ['id'], (caller, { id }, body, how) =>
      writes.updateBlock(caller, id, body, how),
    ),
    setProperty: writing(deps, SetProperty, ['name', 'key'], (caller, { name, key }, body, how) =>
      writes.setProperty(caller, name, key, body, how),
    ),
    setProperties: writing(deps, SetProperties, ['name'], (caller, { name }, body, how) =>
      writes.setProperties(caller, name, body, how),
    ),
  })
}
