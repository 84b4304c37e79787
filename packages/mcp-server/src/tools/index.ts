/** The implementation of each tool, by name. */
import type { ToolName } from '@notegraph/contract'
import { addBlock } from './add-block.ts'
import { addOutline } from './add-outline.ts'
import { batchWrite } from './batch-write.ts'
import { createPage } from './create-page.ts'
import { deleteBlocks } from './delete-blocks.ts'
import type { ToolHandler } from './tool-handler.ts'
import { listChanges } from './list-changes.ts'
import { listPages } from './list-pages.ts'
import { listTasks } from './list-tasks.ts'
import { deletePage } from './delete-page.ts'
import { renamePage } from './rename-page.ts'
import { moveBlocks } from './move-blocks.ts'
import { readBlock } from './read-block.ts'
import { readDay } from './read-day.ts'
import { readLinks } from './read-links.ts'
import { readPage } from './read-page.ts'
import { revertChange } from './revert-change.ts'
import { search } from './search.ts'
import { setBlockProperties } from './set-block-properties.ts'
import { setProperties } from './set-properties.ts'
import { setProperty } from './set-property.ts'
import { setTask } from './set-task.ts'
import { updateBlock } from './update-block.ts'

export const TOOL_HANDLERS: { readonly [N in ToolName]: ToolHandler } = {
  list_pages: listPages,
  search,
  read_page: readPage,
  read_day: readDay,
  read_block: readBlock,
  read_links: readLinks,
  list_tasks: listTasks,
  list_changes: listChanges,
  add_block: addBlock,
  add_outline: addOutline,
  create_page: createPage,
  set_task: setTask,
  update_block: updateBlock,
  set_property: setProperty,
  set_properties: setProperties,
  set_block_properties: setBlockProperties,
  batch_write: batchWrite,
  revert_change: revertChange,
  move_blocks: moveBlocks,
  delete_blocks: deleteBlocks,
  rename_page: renamePage,
  delete_page: deletePage,
}
