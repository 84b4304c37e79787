/**
 * The routes that put notes in order: they move, delete and rename what is there. They need the right `organize`. Each
 * is one change, which one revert undoes.
 * @see assistants, Rights and 10
 */
import { RIGHTS } from '../rights.ts'
import {
  DeleteBlock,
  DeleteBlockAnswer,
  DeletePage,
  DeletePageAnswer,
  MoveBlock,
  MoveBlockAnswer,
  RenamePage,
  RenamePageAnswer,
} from '../schemas/organize.ts'
import { EXAMPLE_BLOCK, EXAMPLE_DAY, EXAMPLE_PAGE, EXAMPLE_TASK } from './examples.ts'
import { NO_BLOCK, NO_PAGE, WRITE_ERRORS } from './errors.ts'
import { BLOCK_ID, PAGE_NAME } from './path-parameters.ts'
import type { Route } from './route.ts'

const ORGANIZE_ERRORS = {
  ...WRITE_ERRORS,
  missing_right: `This token lacks the right organize (“${RIGHTS.organize}”).`,
  conflict: 'This would change 6,120 blocks, and one write changes at most 5,000.',
}

export const ORGANIZE_ROUTES: readonly Route[] = [
  {
    number: 24,
    operationId: 'moveBlock',
    client: 'notes.moveBlock',
    method: 'POST',
    path: '/api/v1/notes/blocks/{id}/move',
    auth: 'write',
    tag: 'Write',
    summary: 'Move a block',
    description:
      'Moves a block with those nested under it: to the top level of a page or a day, under another block, or before or after one. A missing day is created. Needs the right `organize`.',
    parameters: [{ ...BLOCK_ID, example: EXAMPLE_TASK.id }],
    body: MoveBlock,
    answer: MoveBlockAnswer,
    tagged: true,
    errors: {
      ...ORGANIZE_ERRORS,
      bad_request: 'Name the place by exactly one of page, parentId, before or after.',
      not_found: NO_BLOCK,
    },
    example: {
      request: `/api/v1/notes/blocks/${EXAMPLE_TASK.id}/move`,
      body: { page: 'today' },
      answer: {
        ok: true,
        changed: true,
        ids: { pageId: EXAMPLE_DAY.id, blockId: EXAMPLE_TASK.id },
        total: 1,
        block: { ...EXAMPLE_TASK, page: EXAMPLE_DAY.name, pageId: EXAMPLE_DAY.id, parentId: null, order: 2 },
        day: { date: '2026-11-20', zone: 'Europe/London' },
      },
    },
  },
  {
    number: 25,
    operationId: 'deleteBlock',
    client: 'notes.deleteBlock',
    method: 'POST',
    path: '/api/v1/notes/blocks/{id}/delete',
    auth: 'write',
    tag: 'Write',
    summary: 'Delete a block',
    description:
      'Deletes a block with those nested under it. References to it stay as they are, and the answer lists them. A file in it stays by the rules of storage. The body may be left out. Needs the right `organize`.',
    parameters: [{ ...BLOCK_ID, example: EXAMPLE_TASK.id }],
    body: DeleteBlock,
    answer: DeleteBlockAnswer,
    tagged: true,
    errors: { ...ORGANIZE_ERRORS, not_found: NO_BLOCK },
    example: {
      request: `/api/v1/notes/blocks/${EXAMPLE_BLOCK.id}/delete`,
      body: {},
      answer: {
        ok: true,
        changed: true,
        ids: { pageId: EXAMPLE_PAGE.id, blockId: EXAMPLE_BLOCK.id },
        total: 2,
        referring: [],
        referringTotal: 0,
        page: EXAMPLE_PAGE,
      },
    },
  },
  {
    number: 26,
    operationId: 'renamePage',
    client: 'notes.renamePage',
    method: 'POST',
    path: '/api/v1/notes/pages/{name}/rename',
    auth: 'write',
    tag: 'Write',
    summary: 'Rename a page',
    description:
      'Gives a page another name, and rewrites the references to it in blocks, properties and `{{query}}`, in one change. With `keep_alias`, the old name becomes an alias instead. With `merge`, a page that has the name takes the blocks. Needs the right `organize`.',
    parameters: [PAGE_NAME],
    body: RenamePage,
    answer: RenamePageAnswer,
    tagged: true,
    errors: {
      ...ORGANIZE_ERRORS,
      bad_request: 'to is missing. Set it to the new name of the page.',
      not_found: NO_PAGE,
      conflict: 'Another page is called "Ada King", or has the name as an alias.',
    },
    example: {
      request: '/api/v1/notes/pages/Ada%20Lovelace/rename',
      body: { to: 'Ada King' },
      answer: {
        ok: true,
        changed: true,
        ids: { pageId: EXAMPLE_PAGE.id },
        references: 1,
        fields: 0,
        namespace: 0,
        page: { ...EXAMPLE_PAGE, name: 'Ada King' },
      },
    },
  },
  {
    number: 27,
    operationId: 'deletePage',
    client: 'notes.deletePage',
    method: 'POST',
    path: '/api/v1/notes/pages/{name}/delete',
    auth: 'write',
    tag: 'Write',
    summary: 'Delete a page',
    description:
      "Deletes a page with its blocks. Links to it stay, and lead to a page that is not there. A day's page is emptied and stays. The body may be left out. Needs the right `organize`.",
    parameters: [PAGE_NAME],
    body: DeletePage,
    answer: DeletePageAnswer,
    errors: { ...ORGANIZE_ERRORS, not_found: NO_PAGE },
    example: {
      request: '/api/v1/notes/pages/Ada%20Lovelace/delete',
      body: {},
      answer: {
        ok: true,
        changed: true,
        ids: { pageId: EXAMPLE_PAGE.id },
        name: EXAMPLE_PAGE.name,
        total: 2,
        references: 1,
        fields: 0,
        emptied: false,
      },
    },
  },
]
