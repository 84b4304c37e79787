/** Handlers of the notes API, endpoints 1 to 6, 8 to 13, 17, 18, 20 to 22 and 24 to 29. */
import {
  AddBlock,
  AddOutline,
  BatchWrite,
  BlockLinksQuery,
  BlockQuery,
  WindowQuery,
  CreatePage,
  DeleteBlock,
  DeletePage,
  LinksQuery,
  ListPagesQuery,
  MoveBlock,
  OwnChangesQuery,
  PageQuery,
  RenamePage,
  SearchQuery,
  SetBlockProperties,
  SetProperties,
  SetProperty,
  SetTask,
  TasksQuery,
  UpdateBlock,
} from '@notegraph/contract'
import { batchWrites } from '@notegraph/service'
import type { Deps } from './context.ts'
import { listHandler, itemHandler, windowHandler } from './read-handlers.ts'
import { tokenRoutes, type ByOperation, type Mount } from './token-route.ts'
import { writeHandler } from './write-handlers.ts'

export const notesRoutes = (deps: Deps): ByOperation<Mount> => {
  const { changes, notes, writes } = deps
  return tokenRoutes({
    listPages: listHandler(ListPagesQuery, notes.listPages),
    readPage: windowHandler('name', PageQuery, notes.readPage),
    readDay: windowHandler('date', WindowQuery, notes.readDay),
    readBlock: windowHandler('id', BlockQuery, notes.readBlock),
    search: listHandler(SearchQuery, notes.search),
    listTasks: listHandler(TasksQuery, notes.listTasks),
    readLinks: windowHandler('name', LinksQuery, notes.readLinks),
    readBlockLinks: windowHandler('id', BlockLinksQuery, notes.readBlockLinks),
    addBlock: writeHandler(deps, AddBlock, ['name'], writes.addBlock),
    addOutline: writeHandler(deps, AddOutline, ['name'], writes.addOutline),
    createPage: writeHandler(deps, CreatePage, [], writes.createPage),
    setTask: writeHandler(deps, SetTask, ['id'], writes.setTask),
    updateBlock: writeHandler(deps, UpdateBlock, ['id'], writes.updateBlock),
    setProperty: writeHandler(deps, SetProperty, ['name', 'key'], writes.setProperty),
    setProperties: writeHandler(deps, SetProperties, ['name'], writes.setProperties),
    listOwnChanges: listHandler(OwnChangesQuery, changes.listOwn),
    revertOwnChange: itemHandler('id', changes.revertOwn),
    moveBlock: writeHandler(deps, MoveBlock, ['id'], (caller, id, body, how) =>
      writes.moveBlocks(caller, [id], body, how),
    ),
    deleteBlock: writeHandler(deps, DeleteBlock, ['id'], (caller, id, body, how) =>
      writes.deleteBlocks(caller, [id], body, how),
    ),
    renamePage: writeHandler(deps, RenamePage, ['name'], writes.renamePage),
    deletePage: writeHandler(deps, DeletePage, ['name'], writes.deletePage),
    batchWrite: writeHandler(deps, BatchWrite, [], writes.batchWrite, batchWrites),
    setBlockProperties: writeHandler(deps, SetBlockProperties, ['id'], writes.setBlockProperties),
  })
}
