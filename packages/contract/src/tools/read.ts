/**
 * The tools that read.
 * @see service, 15. MCP
 * @see decisions 10.3
 */
import { MARKERS, PRIORITIES } from '@notegraph/block-text'
import { SEARCH_ORDERS, WORD_MATCHES } from '@notegraph/query'
import * as v from 'valibot'
import { EXAMPLE_BLOCK, EXAMPLE_TASK } from '../routes/examples.ts'
import { LIMITS } from '../limits.ts'
import { RESOLVED_TYPES } from '../schemas/page.ts'
import { fewWords, keyOrPair } from '../requests/filters.ts'
import { PAGE_SORTS, TASK_STATUSES } from '../schemas/reads.ts'
import { NO_SECTION } from '../requests/parameters.ts'
import {
  choice,
  day,
  flag,
  keys,
  levels,
  limit,
  nested,
  offset,
  place,
  query,
  strings,
  text,
  word,
} from './arguments.ts'
import type { Tool } from './tool.ts'

const PAGE_NAME = text('name', 'A page name or alias.', 'Ada Lovelace')

/** The argument by which tools name a block. */
export const BLOCK_ID = text('block_id', 'The id of a block.', EXAMPLE_BLOCK.id.slice(0, LIMITS.shortId))

/** The arguments of `list_pages`. */
export const ListPagesArguments = v.strictObject({
  type: v.optional(choice('type', RESOLVED_TYPES, 'Of this type.')),
  q: v.optional(
    v.pipe(
      query(
        'q',
        'q is empty. Set it to words, or leave it out.',
        'Words in names, aliases or properties; best names first.',
      ),
      fewWords(),
    ),
  ),
  tag: v.optional(word('tag', 'With this tag.', 'mathematics')),
  property: v.optional(
    v.pipe(text('property', 'With `key`, `key=value`, `key<5` or `key=a..b`.', 'status=done'), keyOrPair()),
  ),
  namespace: v.optional(word('namespace', 'Under this name.', 'Projects')),
  linked_to: v.optional(word('linked_to', 'That link this page.', 'Ada Lovelace')),
  sort: v.optional(choice('sort', PAGE_SORTS, 'Order of pages.')),
  show: v.optional(keys('show', 'Properties to show.')),
  limit: limit(LIMITS.mcpPages, 'pages'),
  offset: offset(),
})

/** The arguments of `search`. */
export const SearchArguments = v.strictObject({
  query: query(
    'query',
    'query is missing. Set it to words or a query, such as engine.',
    'Plain words, or a query.',
  ),
  match: v.optional(choice('match', WORD_MATCHES, '`word`: whole words only.')),
  order: v.optional(
    choice('order', SEARCH_ORDERS, '`day`: journal days, oldest first; `-day`: latest first.'),
  ),
  show: v.optional(keys('show', 'Lists a table of these block properties.')),
  nested: nested(),
  limit: limit(LIMITS.mcpHits, 'blocks'),
  offset: offset(),
})

/** The arguments of `read_page`. */
export const ReadPageArguments = v.strictObject({
  name: PAGE_NAME,
  depth: v.optional(levels('depth', 'Levels of blocks to show.')),
  section: v.optional(query('section', NO_SECTION, "A heading or a block's words: only what is under it.")),
  more: v.optional(strings('more', LIMITS.pagesRead - 1, 'Names of further pages.', 'names')),
  limit: limit(LIMITS.mcpBlocks, 'blocks'),
  offset: offset(),
})

/** The arguments of `read_day`. */
export const ReadDayArguments = v.strictObject({
  date: text('date', 'A day, such as `today` or `friday`.', 'today'),
  limit: limit(LIMITS.mcpBlocks, 'blocks'),
  offset: offset(),
})

/** The arguments of `read_block`. */
export const ReadBlockArguments = v.strictObject({
  block_id: BLOCK_ID,
  from: v.optional(place('from', 'Goes on at this character.')),
})

/** The arguments of `read_links`. */
export const ReadLinksArguments = v.pipe(
  v.strictObject({
    name: v.optional(text('name', 'A page name or alias, or a day.', 'Ada Lovelace')),
    block_id: v.optional(
      text('block_id', 'In place of name: a block.', EXAMPLE_BLOCK.id.slice(0, LIMITS.shortId)),
    ),
    unlinked: v.optional(flag('unlinked', 'Also blocks that name it without a link.')),
    nested: nested(),
    limit: limit(LIMITS.mcpHits, 'links'),
    offset: offset(),
  }),
  v.check(
    ({ name, block_id }) => (name === undefined) !== (block_id === undefined),
    'read_links takes name, or block_id for a block.',
  ),
)

/** The arguments of `list_tasks`. */
export const ListTasksArguments = v.strictObject({
  status: v.optional(choice('status', TASK_STATUSES, '`done`: DONE and CANCELED. `open`: the others.')),
  due_by: v.optional(day('due_by', 'Due on or before this day.', '+7d')),
  due_from: v.optional(day('due_from', 'Due on or after this day.', 'today')),
  undated: v.optional(flag('undated', 'Without a day.')),
  page: v.optional(word('page', 'On this page.', 'Ada Lovelace')),
  priority: v.optional(choice('priority', PRIORITIES, 'With this priority.')),
  marker: v.optional(choice('marker', MARKERS, 'With this marker.')),
  q: v.optional(
    query('q', 'q is empty. Set it to words or a query, or leave it out.', 'Words or a query, as in search.'),
  ),
  after: v.optional(
    text(
      'after',
      'A task: goes on behind it, also if it is finished now.',
      EXAMPLE_BLOCK.id.slice(0, LIMITS.shortId),
    ),
  ),
  nested: nested(),
  limit: limit(LIMITS.tasksDefault, 'tasks'),
  offset: offset(),
})

/** The arguments of `list_changes`. */
export const ListChangesArguments = v.strictObject({
  page: v.optional(word('page', 'On this page.', 'Ada Lovelace')),
  limit: limit(LIMITS.ownChangesDefault, 'changes'),
  offset: offset(),
})

export const READ_TOOLS: readonly Tool[] = [
  {
    name: 'list_pages',
    title: 'List pages',
    description: 'Lists or finds pages, with type, size and last edit. For words inside notes, use search.',
    arguments: ListPagesArguments,
    example: {
      arguments: { type: 'person' },
      answer: `1 page of type person.

- [[Ada Lovelace]] person, 2 blocks, edited 2026-11-20; also [[Countess of Lovelace]]`,
    },
  },
  {
    name: 'search',
    title: 'Search blocks',
    description: `Finds blocks, latest edit first, each in its place. Plain words match blocks that contain all of them, in any case, also inside longer words; pages that match come first.

Text with a bracket or a quote is a query: operands in a row that must all match.
- \`[[Page]]\`, \`#tag\`: links to or tags that page
- \`"some words"\`: exactly these words
- \`(and x …)\`, \`(or x …)\`, \`(not x)\`
- \`(todo TODO DOING)\` or \`(task …)\`: one of these markers; \`(priority A)\`
- \`(between -7d today)\`: journal days in this range; \`(between due today +2w)\`: scheduled, deadline, due, created or updated in it
- \`(property KEY VALUE)\`, \`(page-property KEY VALUE)\`: a property of the block or its page; VALUE is optional
- \`(page-type person)\`, \`(page-tags recipe)\`, \`(page [[Garden]])\`, \`(namespace Projects)\`: on such pages

Example: \`"blue folder" (not #archive) (between updated -30d today)\`
At most ${LIMITS.queryCharacters} characters, ${LIMITS.queryWords} words and ${LIMITS.queryParts} operands and operators.`,
    arguments: SearchArguments,
    example: {
      arguments: { query: '(todo TODO) #reading' },
      answer: `1 block matches.

## [[Ada Lovelace]]
- Wrote the first program for the [[Analytical Engine]]. ^c0a2f6de (above)
\t- TODO Read Note G #reading ^9b7e1d40
\t  SCHEDULED: <2026-11-21 Sat>`,
    },
  },
  {
    name: 'read_page',
    title: 'Read a page',
    description:
      'Returns a page: its type, fields, properties, aliases and tags, then its blocks as nested bullets.',
    arguments: ReadPageArguments,
    example: {
      arguments: { name: 'Ada Lovelace' },
      answer: `# [[Ada Lovelace]]
person, 2 blocks, 12 words, version 3Ry-JRQp, edited 2026-11-20 10:00
  also: [[Countess of Lovelace]]
  tags: [[mathematics]]
  Birthday: 1815-12-10
  Knows: [[Charles Babbage]]

- Wrote the first program for the [[Analytical Engine]]. ^c0a2f6de
\t- TODO Read Note G #reading ^9b7e1d40
\t  SCHEDULED: <2026-11-21 Sat>`,
    },
  },
  {
    name: 'read_day',
    title: 'Read a day',
    description: 'Returns a journal day in the form of read_page. For several, search (between -7d today).',
    arguments: ReadDayArguments,
    example: {
      arguments: { date: 'today' },
      answer: `# 2026-11-20 Fri, today
1 block, 4 words, version 5atPnNdO

- Tea with [[Ada Lovelace]]. ^41d3b8f2`,
    },
  },
  {
    name: 'read_block',
    title: 'Read a block',
    description: 'Returns a block with its parents and the blocks nested under it.',
    arguments: ReadBlockArguments,
    example: {
      arguments: { block_id: EXAMPLE_TASK.id.slice(0, LIMITS.shortId) },
      answer: `## [[Ada Lovelace]]
- Wrote the first program for the [[Analytical Engine]]. ^c0a2f6de (above)
\t- TODO Read Note G #reading ^9b7e1d40
\t  SCHEDULED: <2026-11-21 Sat>

The block ^9b7e1d40 has version 71oo-MA7. Made 2026-11-20 10:00, edited 2026-11-20 10:00.`,
    },
  },
  {
    name: 'read_links',
    title: 'Read links',
    description:
      'Returns fields and blocks of other pages that link or tag a page, or blocks that refer to a block.',
    arguments: ReadLinksArguments,
    example: {
      arguments: { name: 'Ada Lovelace' },
      answer: `1 block and no fields link to [[Ada Lovelace]].

## [[2026-11-20]] Fri
- Tea with [[Ada Lovelace]]. ^41d3b8f2`,
    },
  },
  {
    name: 'list_tasks',
    title: 'List tasks',
    description:
      'Lists tasks by the day they are due: overdue, today, later, no day. That day is the deadline, else the scheduled day, else a journal day that the task links to.',
    arguments: ListTasksArguments,
    example: {
      arguments: { due_by: '2026-11-30' },
      answer: `1 open task due by 2026-11-30 Mon; today is 2026-11-20 Fri.

## Later
- TODO Read Note G #reading ^9b7e1d40 scheduled 2026-11-21 Sat, tomorrow, on [[Ada Lovelace]]`,
    },
  },
  {
    name: 'list_changes',
    title: 'List your changes',
    description: 'Lists your changes, newest first, with what each touched before and after.',
    arguments: ListChangesArguments,
    example: {
      arguments: { limit: 1 },
      answer: `1 change.

## 7d3c9f10
set_task on [[Ada Lovelace]], 2026-11-20 10:00, can be undone
  block ^${EXAMPLE_TASK.id.slice(0, LIMITS.shortId)}
    before: "TODO Read Note G #reading SCHEDULED: <2026-11-21 Sat>"
    after: "DONE Read Note G #reading SCHEDULED: <2026-11-21 Sat>"`,
    },
  },
]
