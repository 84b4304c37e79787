/**
 * The routes that write. All of them go through one write path and are listed in one list of changes.
 * @see service, endpoints 8 to 13
 */
import { EXAMPLE_BLOCK, EXAMPLE_DAY, EXAMPLE_ENTRY, EXAMPLE_PAGE, EXAMPLE_TASK } from './examples.ts'
import { BLOCK_ID, PAGE_NAME, PAGE_OR_DAY, PROPERTY_KEY } from './path-parameters.ts'
import { NO_BLOCK, NO_PAGE, WRITE_ERRORS } from './errors.ts'
import type { Route } from './route.ts'
import { BatchWrite, BatchWriteAnswer } from '../schemas/batch.ts'
import {
  AddBlock,
  AddBlockAnswer,
  AddOutline,
  AddOutlineAnswer,
  UpdateBlockAnswer,
  CreatePage,
  CreatePageAnswer,
  SetBlockProperties,
  SetBlockPropertiesAnswer,
  SetProperties,
  SetPropertiesAnswer,
  SetProperty,
  SetPropertyAnswer,
  SetTask,
  SetTaskAnswer,
  UpdateBlock,
} from '../schemas/writes.ts'

const KEPT_PICTURE = 'The service keeps the picture of this page, so this property cannot be changed.'

const ENTRY_IDS = { pageId: EXAMPLE_DAY.id, blockId: EXAMPLE_ENTRY.id }
const TASK_IDS = { pageId: EXAMPLE_TASK.pageId, blockId: EXAMPLE_TASK.id }

export const WRITE_ROUTES: readonly Route[] = [
  {
    number: 8,
    operationId: 'addBlock',
    client: 'notes.addBlock',
    method: 'POST',
    path: '/api/v1/notes/pages/{name}/blocks',
    auth: 'write',
    tag: 'Write',
    summary: 'Add a block',
    description:
      'Adds a block to a page or a day: last unless `position` is `start`. A missing day is created.',
    parameters: [PAGE_OR_DAY],
    body: AddBlock,
    answer: AddBlockAnswer,
    tagged: true,
    errors: {
      ...WRITE_ERRORS,
      bad_request: 'This route has no key "colour". Use text, position, parentId or if_unchanged.',
      not_found: NO_PAGE,
    },
    example: {
      request: '/api/v1/notes/pages/today/blocks',
      body: { text: EXAMPLE_ENTRY.content },
      answer: {
        ok: true,
        changed: true,
        ids: { pageId: EXAMPLE_DAY.id, blockId: EXAMPLE_ENTRY.id },
        block: EXAMPLE_ENTRY,
        day: { date: '2026-11-20', zone: 'Europe/London' },
      },
    },
  },
  {
    number: 9,
    operationId: 'createPage',
    client: 'notes.createPage',
    method: 'POST',
    path: '/api/v1/notes/pages',
    auth: 'write',
    tag: 'Write',
    summary: 'Create a page',
    description:
      'Creates a page with its type, properties and blocks. If a page already has the name or alias, nothing is created, and the answer is that page with `existed: true`.',
    parameters: [],
    body: CreatePage,
    answer: CreatePageAnswer,
    tagged: true,
    errors: {
      ...WRITE_ERRORS,
      bad_request: 'Birthday takes a day such as 1815-12-10, not "soon".',
    },
    example: {
      request: '/api/v1/notes/pages',
      body: {
        name: 'Ada Lovelace',
        type: 'person',
        properties: {
          alias: 'Countess of Lovelace',
          Birthday: '1815-12-10',
          Knows: 'Charles Babbage',
          tags: 'mathematics',
        },
        blocks: [EXAMPLE_BLOCK.content],
      },
      answer: {
        ok: true,
        changed: true,
        existed: false,
        ids: { pageId: EXAMPLE_PAGE.id, blockIds: [EXAMPLE_BLOCK.id] },
        page: {
          ...EXAMPLE_PAGE,
          counts: { blocks: 1, words: 8, sentences: 1, paragraphs: 1, characters: 54 },
          updatedAt: EXAMPLE_PAGE.createdAt,
        },
      },
    },
  },
  {
    number: 10,
    operationId: 'setTask',
    client: 'notes.setTask',
    method: 'POST',
    path: '/api/v1/notes/tasks/{id}',
    auth: 'write',
    tag: 'Write',
    summary: 'Set a task',
    description:
      "Sets the task marker, the dates and the priority of a block, each in its place; a block without a marker becomes a task. A part that the body does not name stays the same. The block may be longer than the API's limit. `changed` is `false` if the block already says all of this. If a repeating task becomes `done`, `repeats` is its next day.",
    parameters: [{ ...BLOCK_ID, example: EXAMPLE_TASK.id }],
    body: SetTask,
    answer: SetTaskAnswer,
    tagged: true,
    errors: {
      ...WRITE_ERRORS,
      bad_request: 'state takes todo, doing, done, later, now, waiting, canceled or none, not "DONE".',
      not_found: NO_BLOCK,
    },
    example: {
      request: `/api/v1/notes/tasks/${EXAMPLE_TASK.id}`,
      body: { state: 'done' },
      answer: {
        ok: true,
        changed: true,
        ids: TASK_IDS,
        block: {
          ...EXAMPLE_TASK,
          content: 'DONE Read Note G #reading\nSCHEDULED: <2026-11-21 Sat>',
          text: 'DONE Read Note G #reading',
          marker: 'DONE',
        },
      },
    },
  },
  {
    number: 11,
    operationId: 'updateBlock',
    client: 'notes.updateBlock',
    method: 'PATCH',
    path: '/api/v1/notes/blocks/{id}',
    auth: 'write',
    tag: 'Write',
    summary: 'Update a block',
    description:
      'Replaces the text of a block, or with `find` and `replace` a part of its words. The block keeps its id, its place and its nested blocks. Unless the new text changes them, the block also keeps its task marker, priority, quote, heading, `SCHEDULED` and `DEADLINE` lines, and each `key:: value` property. Text with only properties and dates changes those and keeps the words. A date line needs a day on the calendar. A new day keeps the time and the repeater of the old one. The text of a block with a file or a picture cannot be replaced (409). If the text to find occurs more or less often than expected, nothing is written (409). A text that occurs nowhere matches one place that differs from it in kinds of blanks, dashes, quotes or composed letters alone; the answer has it as `matched`.',
    parameters: [{ ...BLOCK_ID, example: EXAMPLE_TASK.id }],
    body: UpdateBlock,
    answer: UpdateBlockAnswer,
    tagged: true,
    errors: {
      ...WRITE_ERRORS,
      bad_request: 'text is missing. Set it to the words of the block.',
      not_found: NO_BLOCK,
      conflict: 'This block contains a file or a picture, so its text cannot be rewritten.',
    },
    example: {
      request: `/api/v1/notes/blocks/${EXAMPLE_TASK.id}`,
      body: { text: 'Read Note G once more #reading' },
      answer: {
        ok: true,
        changed: true,
        ids: TASK_IDS,
        block: {
          ...EXAMPLE_TASK,
          content: 'TODO Read Note G once more #reading\nSCHEDULED: <2026-11-21 Sat>',
          text: 'TODO Read Note G once more #reading',
        },
      },
    },
  },
  {
    number: 12,
    operationId: 'setProperty',
    client: 'notes.setProperty',
    method: 'PATCH',
    path: '/api/v1/notes/pages/{name}/properties/{key}',
    auth: 'write',
    tag: 'Write',
    summary: 'Set a property',
    description:
      'Sets one property of a page, or removes it with `null`. The server stores a field under the key that the page uses, and returns that key as `key`. A picture that the service keeps in `image::` cannot be changed (409).',
    parameters: [PAGE_NAME, PROPERTY_KEY],
    body: SetProperty,
    answer: SetPropertyAnswer,
    tagged: true,
    errors: {
      ...WRITE_ERRORS,
      bad_request: 'Birthday takes a day such as 1815-12-10, not "soon".',
      not_found: NO_PAGE,
      conflict: KEPT_PICTURE,
    },
    example: {
      request: '/api/v1/notes/pages/Ada%20Lovelace/properties/Birthday',
      body: { value: '1815-12-10' },
      answer: {
        ok: true,
        changed: true,
        ids: { pageId: EXAMPLE_PAGE.id },
        key: 'birthday',
        page: EXAMPLE_PAGE,
      },
    },
  },
  {
    number: 13,
    operationId: 'setProperties',
    client: 'notes.setProperties',
    method: 'PATCH',
    path: '/api/v1/notes/pages/{name}/properties',
    auth: 'write',
    tag: 'Write',
    summary: 'Set several properties',
    description:
      'Sets several properties of a page in one change. The server sets `type` first, and reads the others as fields of that type. Other keys become properties of their own. The server checks every key before it writes anything. A kept picture cannot be changed (409).',
    parameters: [PAGE_NAME],
    body: SetProperties,
    answer: SetPropertiesAnswer,
    tagged: true,
    errors: {
      ...WRITE_ERRORS,
      bad_request: 'Birthday takes a day such as 1815-12-10, not "soon".',
      not_found: NO_PAGE,
      conflict: KEPT_PICTURE,
    },
    example: {
      request: '/api/v1/notes/pages/Ada%20Lovelace/properties',
      body: { properties: { Birthday: '1815-12-10', Knows: 'Charles Babbage', type: 'person', email: null } },
      answer: {
        ok: true,
        changed: true,
        ids: { pageId: EXAMPLE_PAGE.id },
        keys: ['type', 'birthday', 'knows', 'email'],
        page: EXAMPLE_PAGE,
      },
    },
  },
]

export const SET_BLOCK_PROPERTIES: Route = {
  number: 17,
  operationId: 'setBlockProperties',
  client: 'notes.setBlockProperties',
  method: 'PATCH',
  path: '/api/v1/notes/blocks/{id}/properties',
  auth: 'write',
  tag: 'Write',
  summary: 'Set properties of a block',
  description:
    'Sets several `key:: value` lines of a block in one change, or removes them with `null`. The other lines stay the same. The server checks every key and value before it writes anything. A property with a file cannot be changed (409).',
  parameters: [{ ...BLOCK_ID, example: EXAMPLE_TASK.id }],
  body: SetBlockProperties,
  answer: SetBlockPropertiesAnswer,
  tagged: true,
  errors: {
    ...WRITE_ERRORS,
    bad_request: 'properties is empty. Name at least one property.',
    not_found: NO_BLOCK,
  },
  example: {
    request: `/api/v1/notes/blocks/${EXAMPLE_TASK.id}/properties`,
    body: { properties: { effort: '2h', source: null } },
    answer: {
      ok: true,
      changed: true,
      ids: TASK_IDS,
      block: {
        ...EXAMPLE_TASK,
        content: 'TODO Read Note G #reading\nSCHEDULED: <2026-11-21 Sat>\neffort:: 2h',
        properties: { effort: '2h' },
      },
      keys: ['effort', 'source'],
    },
  },
}

export const ADD_OUTLINE: Route = {
  number: 18,
  operationId: 'addOutline',
  client: 'notes.addOutline',
  method: 'POST',
  path: '/api/v1/notes/pages/{name}/outline',
  auth: 'write',
  tag: 'Write',
  summary: 'Add an outline',
  description:
    'Adds Markdown to a page or a day as nested blocks, in one change: last unless `position` is `start`. Bullets nest by indent, headings contain what follows them, code stays in its block, and checkboxes become tasks. A missing day is created.',
  parameters: [PAGE_OR_DAY],
  body: AddOutline,
  answer: AddOutlineAnswer,
  tagged: true,
  errors: {
    ...WRITE_ERRORS,
    bad_request: 'text has more than 500 blocks. Send it in several parts.',
    not_found: NO_PAGE,
  },
  example: {
    request: '/api/v1/notes/pages/today/outline',
    body: { text: '- Tea with [[Ada Lovelace]].' },
    answer: {
      ok: true,
      changed: true,
      ids: { pageId: EXAMPLE_DAY.id, blockIds: [EXAMPLE_ENTRY.id] },
      total: 1,
      page: EXAMPLE_DAY,
      day: { date: '2026-11-20', zone: 'Europe/London' },
    },
  },
}

/** @see assistants 11.1 */
export const BATCH_WRITE: Route = {
  number: 29,
  operationId: 'batchWrite',
  client: 'notes.batchWrite',
  method: 'POST',
  path: '/api/v1/notes/batch',
  auth: 'write',
  tag: 'Write',
  summary: 'Several writes at once',
  description:
    'Runs up to 50 writes in order as one change, all or none. If one is refused, the answer is its refusal, and nothing is written. Ten writes count as one write of the minute. `if_unchanged` of a write compares with the state before all of them.',
  parameters: [],
  body: BatchWrite,
  answer: BatchWriteAnswer,
  errors: {
    ...WRITE_ERRORS,
    bad_request: 'operations takes 1 to 50 writes, not 51.',
    not_found: `Operation 1 (add_block): ${NO_PAGE}`,
  },
  example: {
    request: '/api/v1/notes/batch',
    body: {
      operations: [
        { op: 'add_block', page: 'today', text: EXAMPLE_ENTRY.content },
        { op: 'set_task', block_id: '$1', state: 'todo' },
      ],
    },
    answer: {
      ok: true,
      changed: true,
      results: [
        {
          ok: true,
          changed: true,
          ids: ENTRY_IDS,
          block: EXAMPLE_ENTRY,
          day: { date: '2026-11-20', zone: 'Europe/London' },
        },
        {
          ok: true,
          changed: true,
          ids: ENTRY_IDS,
          block: {
            ...EXAMPLE_ENTRY,
            content: `TODO ${EXAMPLE_ENTRY.content}`,
            text: `TODO ${EXAMPLE_ENTRY.text}`,
            marker: 'TODO',
          },
        },
      ],
    },
  },
}
