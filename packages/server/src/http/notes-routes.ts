/** Handlers of the notes API, endpoints 1 to 6 and 8 to 13. */
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
import { listHandler, itemHandler, windowHandler } from './read-handlers.ts'
import { tokenRoutes, type ByOperation, type Mount } from './token-route.ts'
import { writeHandler } from './write-handlers.ts'

export const notesRoutes = (deps: Deps): ByOperation<Mount> => {
  const { notes, writes } = deps
  return tokenRoutes({
    listPages: listHandler(ListPagesQuery, notes.listPages),
    readPage: windowHandler('name', BlocksQuery, notes.readPage),
    readDay: windowHandler('date', BlocksQuery, notes.readDay),
    readBlock: itemHandler('id', notes.readBlock),
    search: listHandler(SearchQuery, notes.search),
    listTasks: listHandler(TasksQuery, notes.listTasks),
    addBlock: writeHandler(deps, AddBlock, ['name'], (caller, { name }, body, how) =>
      writes.addBlock(caller, name, body, how),
    ),
    createPage: writeHandler(deps, CreatePage, [], (caller, _, body, how) =>
      writes.createPage(caller, body, how),
    ),
    setTask: writeHandler(deps, SetTask, ['id'], (caller, { id }, body, how) =>
      writes.setTask(caller, id, body, how),
    ),
    updateBlock: writeHandler(deps, UpdateBlock, ['id'], (caller, { id }, body, how) =>
      writes.updateBlock(caller, id, body, how),
    ),
    setProperty: writeHandler(deps, SetProperty, ['name', 'key'], (caller, { name, key }, body, how) =>
      writes.setProperty(caller, name, key, body, how),
    ),
    setProperties: writeHandler(deps, SetProperties, ['name'], (caller, { name }, body, how) =>
      writes.setProperties(caller, name, body, how),
    ),
  })
}
