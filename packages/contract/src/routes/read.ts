/**
 * The routes that read.
 * @see service, endpoints 1 to 7
 */
import { PAGE_TYPES } from '@notegraph/page-types'
import {
  EXAMPLE_BLOCK,
  EXAMPLE_DAY,
  EXAMPLE_ENTRY,
  EXAMPLE_PAGE,
  EXAMPLE_TASK,
  EXAMPLE_VERSION,
} from './examples.ts'
import { BLOCK_ID, PAGE_NAME, PAGE_NAME_OR_DAY } from './path-parameters.ts'
import {
  BlockAnswer,
  BlockQuery,
  DayAnswer,
  ListPagesQuery,
  PageAnswer,
  PageList,
  PageQuery,
  SearchAnswer,
  SearchQuery,
  TaskList,
  TasksQuery,
  TypeList,
} from '../schemas/reads.ts'
import { BlockLinksAnswer, BlockLinksQuery, LinksAnswer, LinksQuery } from '../schemas/links.ts'
import { DAY_FORMS } from '../requests/day.ts'
import { NO_BLOCK, NO_PAGE, OPEN_ERRORS, READ_ERRORS } from './errors.ts'
import { WindowQuery } from '../requests/parameters.ts'
import type { Route } from './route.ts'

export const READ_ROUTES: readonly Route[] = [
  {
    number: 1,
    operationId: 'listPages',
    client: 'notes.listPages',
    method: 'GET',
    path: '/api/v1/notes/pages',
    auth: 'token',
    tag: 'Read',
    summary: 'List pages',
    description: 'All pages, journal days and whiteboards, or those of one type; most recently edited first.',
    parameters: [],
    query: ListPagesQuery,
    answer: PageList,
    errors: READ_ERRORS,
    example: {
      request: '/api/v1/notes/pages?type=person&limit=1',
      answer: { pages: [EXAMPLE_PAGE], total: 2, next: 1 },
    },
  },
  {
    number: 2,
    operationId: 'readPage',
    client: 'notes.readPage',
    method: 'GET',
    path: '/api/v1/notes/pages/{name}',
    auth: 'token',
    tag: 'Read',
    summary: 'Read a page',
    description:
      'A page and its blocks in outline order: each block, then its nested blocks. A page exists once somebody creates it or writes on it. A link does not create a page. `depth` and `section` choose a part of the outline, and `more` adds further pages.',
    parameters: [PAGE_NAME],
    query: PageQuery,
    answer: PageAnswer,
    tagged: true,
    errors: { ...READ_ERRORS, not_found: NO_PAGE },
    example: {
      request: '/api/v1/notes/pages/Ada%20Lovelace',
      answer: {
        page: EXAMPLE_PAGE,
        version: EXAMPLE_VERSION,
        blocks: [EXAMPLE_BLOCK, EXAMPLE_TASK],
        total: 2,
        next: null,
      },
    },
  },
  {
    number: 3,
    operationId: 'readDay',
    client: 'notes.readDay',
    method: 'GET',
    path: '/api/v1/notes/days/{date}',
    auth: 'token',
    tag: 'Read',
    summary: 'Read a day',
    description:
      'The journal page of a day, with its blocks in outline order. Today is in the time zone of the device that created the token, else in that of the daily digest, else in UTC.',
    parameters: [
      {
        name: 'date',
        noun: 'day',
        description: `A day: ${DAY_FORMS}.`,
        example: '2026-11-20',
      },
    ],
    query: WindowQuery,
    answer: DayAnswer,
    tagged: true,
    errors: {
      ...READ_ERRORS,
      bad_request:
        '"2026-02-30" is not a day on the calendar. Send a day such as 2026-11-20, today, friday or +3d.',
    },
    example: {
      request: '/api/v1/notes/days/2026-11-20',
      answer: {
        date: '2026-11-20',
        page: EXAMPLE_DAY,
        version: EXAMPLE_VERSION,
        blocks: [EXAMPLE_ENTRY],
        total: 1,
        next: null,
      },
    },
  },
  {
    number: 4,
    operationId: 'readBlock',
    client: { method: 'notes.readBlock', byHand: true },
    method: 'GET',
    path: '/api/v1/notes/blocks/{id}',
    auth: 'token',
    tag: 'Read',
    summary: 'Read a block',
    description: 'One block, by its id, with the author of its last edit.',
    parameters: [BLOCK_ID],
    query: BlockQuery,
    answer: BlockAnswer,
    tagged: true,
    errors: {
      ...READ_ERRORS,
      bad_request: 'The block id in the path is not valid percent-encoding of UTF-8.',
      not_found: NO_BLOCK,
    },
    example: {
      request: `/api/v1/notes/blocks/${EXAMPLE_BLOCK.id}`,
      answer: {
        block: EXAMPLE_BLOCK,
        version: EXAMPLE_VERSION,
        by: { kind: 'token', name: 'Laptop script' },
      },
    },
  },
  {
    number: 5,
    operationId: 'search',
    client: 'notes.search',
    method: 'GET',
    path: '/api/v1/notes/search',
    auth: 'token',
    tag: 'Read',
    summary: 'Search blocks',
    description:
      'Blocks that match, most recently edited first unless `order` says otherwise. Paging by `offset` is exact in every order.',
    parameters: [],
    query: SearchQuery,
    answer: SearchAnswer,
    errors: {
      ...READ_ERRORS,
      bad_request: 'q is missing. Set it to words or a query, such as q=engine.',
    },
    example: {
      request: '/api/v1/notes/search?q=first%20program',
      answer: { blocks: [EXAMPLE_BLOCK], total: 1, next: null, truncated: false },
    },
  },
  {
    number: 6,
    operationId: 'listTasks',
    client: 'notes.listTasks',
    method: 'GET',
    path: '/api/v1/notes/tasks',
    auth: 'token',
    tag: 'Read',
    summary: 'List tasks',
    description: 'Blocks with a task marker that pass all filters.',
    parameters: [],
    query: TasksQuery,
    answer: TaskList,
    errors: {
      ...READ_ERRORS,
      bad_request: 'status takes open, done or all, not "late".',
      not_found: 'No page is called "Charles Babbage".',
    },
    example: {
      request: '/api/v1/notes/tasks?status=open&due_by=2026-11-30',
      answer: { tasks: [EXAMPLE_TASK], total: 1, next: null },
    },
  },
  {
    number: 7,
    operationId: 'listTypes',
    client: 'notes.listTypes',
    method: 'GET',
    path: '/api/v1/notes/types',
    auth: 'open',
    tag: 'Describe',
    summary: 'List types',
    description:
      'The types for pages, with their fields. Any caller and any browser page can read this; requests do not count towards a rate.',
    parameters: [],
    answer: TypeList,
    gzip: true,
    prepared: true,
    errors: OPEN_ERRORS,
    example: { request: '/api/v1/notes/types', answer: { types: PAGE_TYPES } },
  },
]

export const READ_LINKS: Route = {
  number: 22,
  operationId: 'readLinks',
  client: 'notes.readLinks',
  method: 'GET',
  path: '/api/v1/notes/pages/{name}/links',
  auth: 'token',
  tag: 'Read',
  summary: 'Read the links of a page',
  description:
    'Fields and blocks of other pages that link or tag a page by its name or an alias, grouped by page. With `unlinked=true`, also blocks that mention it without a link.',
  parameters: [PAGE_NAME_OR_DAY],
  query: LinksQuery,
  answer: LinksAnswer,
  errors: { ...READ_ERRORS, not_found: NO_PAGE },
  example: {
    request: '/api/v1/notes/pages/Ada%20Lovelace/links',
    answer: {
      page: EXAMPLE_PAGE,
      pages: [{ id: EXAMPLE_DAY.id, name: EXAMPLE_DAY.name, fields: [], blocks: [EXAMPLE_ENTRY] }],
      counts: { fields: 0, blocks: 1 },
      total: 1,
      next: null,
      truncated: false,
    },
  },
}

export const READ_BLOCK_LINKS: Route = {
  number: 28,
  operationId: 'readBlockLinks',
  client: 'notes.readBlockLinks',
  method: 'GET',
  path: '/api/v1/notes/blocks/{id}/links',
  auth: 'token',
  tag: 'Read',
  summary: 'Read the links of a block',
  description: 'Blocks that refer to a block or embed it, grouped by page, latest edit first.',
  parameters: [BLOCK_ID],
  query: BlockLinksQuery,
  answer: BlockLinksAnswer,
  errors: { ...READ_ERRORS, not_found: NO_BLOCK },
  example: {
    request: `/api/v1/notes/blocks/${EXAMPLE_BLOCK.id}/links`,
    answer: { block: EXAMPLE_BLOCK, pages: [], total: 0, next: null },
  },
}
