/**
 * The queries and answers of the routes that read.
 * @see service, endpoints 1 to 7
 */
import { MARKERS, PRIORITIES } from '@notegraph/block-text'
import { numbered } from '@notegraph/graph'
import { SEARCH_ORDERS, WORD_MATCHES } from '@notegraph/query'
import * as v from 'valibot'
import { Block } from './block.ts'
import { envelope } from './envelope.ts'
import { LIMITS } from '../limits.ts'
import { Page, RESOLVED_TYPES } from './page.ts'
import {
  choice,
  choiceOr,
  day,
  levels,
  limit,
  name,
  names,
  nested,
  offset,
  optionalWords,
  pageProperty,
  pageWords,
  section,
  words,
} from '../requests/parameters.ts'
import { AUTHORS } from './history.ts'
import { Count, DayText, list, Timestamp } from './scalars.ts'
import { Type } from './type.ts'
import { Version } from './version.ts'

/** The orders of a list of pages. */
export const PAGE_SORTS = ['updated', 'created', 'name', 'links'] as const

const PAGE_SORT_WORDS =
  '`updated`: most recently edited first; the default. `created`: newest first. `name`: by name, without regard to case and accents at first, and numbers by value. `links`: most linked first.'

/** The query of the list of pages. */
export const ListPagesQuery = v.object({
  type: choice('type', RESOLVED_TYPES, 'Only pages of this resolved type.'),
  q: pageWords(
    'Only pages with every one of these words in the name, an alias or a property. Equal names come first, then names that begin so, then names with words that begin so.',
  ),
  tag: name('tag', 'Only pages that carry this tag.'),
  property: pageProperty(
    'Only pages with this property: `key` or `key=value`. Days and numbers are compared too: `key<value`, `key>value`, `key=a..b`.',
  ),
  namespace: name('namespace', 'Only pages whose name begins with this one and a slash.'),
  linked_to: name('linked_to', 'Only other pages that link this page, in a block or a property.'),
  sort: choice('sort', PAGE_SORTS, PAGE_SORT_WORDS),
  show: names(
    'show',
    LIMITS.shownProperties,
    `Up to ${LIMITS.shownProperties} keys of properties, separated by commas. Each page then has their values in \`shown\`.`,
    'status, rating',
  ),
  limit: limit(LIMITS.listDefault),
  offset: offset(),
})
export type ListPagesQuery = v.InferOutput<typeof ListPagesQuery>

/** The answer of the list of pages. */
export const PageList = v.pipe(
  v.strictObject({ pages: list(Page), ...envelope }),
  v.description('Pages, most recently edited first, unless the request names another order.'),
)
export type PageList = v.InferOutput<typeof PageList>

/** The query of a page: its part, and the names of further pages. `limit` and `offset` count blocks of each page. */
export const PageQuery = v.object({
  depth: levels(
    'depth',
    'The number of levels of blocks. A block with deeper blocks says in `folded` how many are left out.',
  ),
  section: section(
    'Only the blocks nested under the block with these words, such as a heading. `section` of the answer is that block.',
  ),
  more: names(
    'more',
    LIMITS.pagesRead - 1,
    `Names of up to ${LIMITS.pagesRead - 1} further pages, separated by commas; a name with a comma is in double brackets. The answer has them in \`more\`. An unknown name returns 404.`,
  ),
  limit: limit(LIMITS.listDefault),
  offset: offset(),
})
export type PageQuery = v.InferOutput<typeof PageQuery>

const pagePart = {
  page: Page,
  version: Version,
  section: v.exactOptional(
    v.pipe(Block, v.description('The block of the section; with `section` in the request only.')),
  ),
  blocks: list(Block),
  ...envelope,
}

/** A further page in the answer for several pages. */
export const FurtherPage = v.pipe(
  v.strictObject(pagePart),
  v.description('A further page and its blocks. If its blocks no longer fit, `next` says where they begin.'),
)
export type FurtherPage = v.InferOutput<typeof FurtherPage>

/** The answer for one page: the page, and a window of its blocks in outline order. */
export const PageAnswer = v.pipe(
  v.strictObject({
    ...pagePart,
    more: v.exactOptional(
      v.pipe(
        list(FurtherPage),
        v.description(
          'The further pages, in their order; with `more` in the request only. The last ones are left out if all of them do not fit into the answer.',
        ),
      ),
    ),
  }),
  v.description('A page and its blocks in outline order: each block, then the ones nested under it.'),
)
export type PageAnswer = v.InferOutput<typeof PageAnswer>

/** The answer for one day: the page, or `null`, and a window of its blocks. */
export const DayAnswer = v.pipe(
  v.strictObject({
    date: v.pipe(DayText, v.description('The day.')),
    page: v.pipe(v.nullable(Page), v.description('`null` for a day without notes.')),
    version: v.exactOptional(Version),
    blocks: list(Block),
    ...envelope,
  }),
  v.description('A day and its blocks in outline order.'),
)
export type DayAnswer = v.InferOutput<typeof DayAnswer>

/** The query of a block. */
export const BlockQuery = v.object({
  history: choice(
    'history',
    ['true', 'false'],
    'With `true`, the answer has the states of the block that writes of this token replaced.',
  ),
})
export type BlockQuery = v.InferOutput<typeof BlockQuery>

/** A state of a block that a write of the caller replaced. */
const OwnState = v.strictObject({
  at: v.pipe(Timestamp, v.description('When it was written, in milliseconds since 1970.')),
  replacedAt: v.pipe(Timestamp, v.description('When it was replaced, in milliseconds since 1970.')),
  content: v.pipe(v.string(), v.description('The text as written, as in `content` of a block.')),
})

/** The answer for one block. */
export const BlockAnswer = v.strictObject({
  block: Block,
  version: Version,
  by: v.exactOptional(
    v.pipe(
      v.strictObject({
        kind: v.picklist(AUTHORS),
        name: v.pipe(
          v.string(),
          v.description('The name of the device, the token or the app; empty for the person.'),
        ),
      }),
      v.description('The author of the last edit. Omitted if the history does not have it.'),
    ),
  ),
  history: v.exactOptional(
    v.pipe(
      list(OwnState),
      v.description(
        `With \`history=true\`: up to ${LIMITS.ownStates} states that writes of this token replaced, the latest replaced first.`,
      ),
    ),
  ),
})
export type BlockAnswer = v.InferOutput<typeof BlockAnswer>

const NO_QUERY = 'q is missing. Set it to words or a query, such as q=engine.'

const SEARCH_ORDER_WORDS = `\`updated\`: most recently edited first; the default. \`day\`: journal days in their order, \`-day\`: the latest day first; blocks on other pages follow. \`relevance\`: whole words before parts, rare words and short blocks first (BM25); ranks the ${numbered(LIMITS.searchCounted)} most recently edited matches.`

/** The query of a search: `q`, the choices of words and order, `limit` and `offset`. */
export const SearchQuery = v.object(
  {
    q: words(
      'q',
      LIMITS.queryCharacters,
      NO_QUERY,
      'first program',
      `Plain words match blocks that contain all of them, in any case; letters without accents also match those with accents. Text with a bracket or a quote is a query: \`[[Page]]\`, \`"some words"\`, \`(todo MARKER …)\`, \`(and …)\`, \`(or …)\`, \`(not …)\`, \`(between START END)\` with days such as \`-7d\` and \`today\`, \`(page-property KEY VALUE)\`. At most ${LIMITS.queryCharacters} characters, ${LIMITS.queryWords} words and ${LIMITS.queryParts} parts.`,
    ),
    match: choice(
      'match',
      WORD_MATCHES,
      '`part`: words match inside longer words too; the default. `word`: whole words only. Chinese, Japanese and Thai do not separate words, so both are the same there.',
    ),
    order: choice('order', SEARCH_ORDERS, SEARCH_ORDER_WORDS),
    show: names(
      'show',
      LIMITS.shownProperties,
      `Up to ${LIMITS.shownProperties} keys of properties, separated by commas. Each block then has their values in \`shown\`.`,
      'effort, source',
    ),
    snippets: choice(
      'snippets',
      ['true', 'false'],
      `With \`true\`, the answer has a snippet of each block of more than ${LIMITS.snippet} characters.`,
    ),
    nested: nested(),
    limit: limit(LIMITS.searchDefault),
    offset: offset(),
  },
  NO_QUERY,
)
export type SearchQuery = v.InferOutput<typeof SearchQuery>

/** The parts of a long block around the searched words. */
const BlockSnippet = v.strictObject({
  id: v.pipe(v.string(), v.description('The id of the block.')),
  text: v.pipe(
    v.string(),
    v.description('Parts of `content` in their order, with `…` for what is left out.'),
  ),
  matches: v.pipe(
    list(v.pipe(v.array(Count), v.length(2))),
    v.description('The beginning and the end of each searched word in `text`, in UTF-16 units.'),
  ),
})

/** The answer of a search, most recently edited first unless the request names another order. */
export const SearchAnswer = v.pipe(
  v.strictObject({
    blocks: list(Block),
    ...envelope,
    truncated: v.pipe(
      v.boolean(),
      v.description(
        `\`true\` if more than ${LIMITS.searchCounted} blocks match; the server stops counting there.`,
      ),
    ),
    ranked: v.exactOptional(
      v.pipe(
        Count,
        v.description(
          'By relevance: the number of ranked blocks. If `truncated`, only these most recently edited matches are ranked.',
        ),
      ),
    ),
    snippets: v.exactOptional(
      v.pipe(
        list(BlockSnippet),
        v.description(
          `With \`snippets=true\`: of each block in the answer with more than ${LIMITS.snippet} characters. \`GET …/blocks/{id}\` has the whole block.`,
        ),
      ),
    ),
  }),
  v.description('Blocks that match, most recently edited first unless the request names another order.'),
)
export type SearchAnswer = v.InferOutput<typeof SearchAnswer>

/** The filters of the list of tasks. */
export const TASK_STATUSES = ['open', 'done', 'all'] as const

/** The query of the list of tasks. */
export const TasksQuery = v.object({
  status: choiceOr(
    'status',
    TASK_STATUSES,
    'open',
    '`open`: TODO, DOING, NOW, LATER and WAITING, soonest day first and undated last; the default, unless `marker` is a finished one. `done`: DONE and CANCELED, most recently finished first. `all`: the open ones, then the finished ones.',
  ),
  due_by: day(
    'due_by',
    'Only tasks whose day is on or before this one. The day of a task is its deadline, else its scheduled day, else a journal day that it links to.',
  ),
  due_from: day('due_from', 'Only tasks whose day is on or after this one.'),
  undated: choice('undated', ['true', 'false'], 'With `true`, only tasks without a day.'),
  page: name('page', 'Only tasks on this page, by its name or an alias, in any case.'),
  priority: choice('priority', PRIORITIES, 'Only tasks with this priority.'),
  marker: choice(
    'marker',
    MARKERS,
    'Only tasks with this marker. A finished one means `status=done` if the request has no `status`.',
  ),
  q: optionalWords('q', 'Only tasks that match these words or this query, as in a search.'),
  after: name(
    'after',
    'The id of a task, in place of `offset`: only tasks behind its place in the order, also if it is finished meanwhile. `total` then counts these.',
  ),
  nested: nested(),
  limit: limit(LIMITS.tasksDefault),
  offset: offset(),
})
export type TasksQuery = v.InferOutput<typeof TasksQuery>

/** The days of relative filters, and the time zone of today. */
const DaysUsed = v.pipe(
  v.strictObject({
    due_by: v.exactOptional(DayText),
    due_from: v.exactOptional(DayText),
    zone: v.pipe(v.string(), v.description('An IANA time zone.')),
  }),
  v.description('The days used, if a filter names its day relative to today.'),
)

/** The answer of the list of tasks. */
export const TaskList = v.strictObject({
  tasks: list(Block),
  ...envelope,
  days: v.exactOptional(DaysUsed),
})
export type TaskList = v.InferOutput<typeof TaskList>

/** The answer of the list of types. */
export const TypeList = v.strictObject({ types: list(Type) })
export type TypeList = v.InferOutput<typeof TypeList>
