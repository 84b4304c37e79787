/** The notes of an account: one method for each route of the notes API, with the operation id of the document. */
import type {
  BlockAnswer,
  BlockLinksAnswer,
  DayAnswer,
  LinksAnswer,
  PageAnswer,
  PageList,
  ResolvedType,
  SearchAnswer,
  TaskList,
  TaskMarker,
  TypeList,
} from './answers.ts'
import { makeListen, type ListenOptions, type PagesHeard } from './listen.ts'
import type { OwnChangeList, RevertAnswer } from './change.ts'
import type { CallOptions, WriteOptions } from './options.ts'
import { makeGet, makeSender, type ClientOptions, type Sent } from './sender.ts'
import type {
  BatchWrite,
  BatchWriteAnswer,
  AddBlock,
  AddBlockAnswer,
  AddOutline,
  AddOutlineAnswer,
  UpdateBlockAnswer,
  CreatePage,
  CreatePageAnswer,
  SetBlockProperties,
  SetBlockPropertiesAnswer,
  DeleteBlock,
  DeleteBlockAnswer,
  DeletePage,
  DeletePageAnswer,
  RenamePage,
  RenamePageAnswer,
  MoveBlock,
  MoveBlockAnswer,
  SetProperties,
  SetPropertiesAnswer,
  SetProperty,
  SetPropertyAnswer,
  SetTask,
  SetTaskAnswer,
  UpdateBlock,
} from './writes.ts'

/** A part of a list; the default `limit` depends on the route. */
export interface Window {
  readonly limit?: number
  readonly offset?: number
}
/** A list whose blocks can come with those nested under them. */
export interface NestedAsked extends Window {
  /** The first blocks to show under each, 0 to 20. */
  readonly nested?: number
}
/** The filter and the window of the list of pages. */
export interface PagesAsked extends Window {
  readonly type?: ResolvedType
  /** Words in the name, an alias or a property. */
  readonly q?: string
  readonly tag?: string
  /** `key`, `key=value`, or a comparison of days or numbers: `key<value`, `key>value`, `key=a..b` */
  readonly property?: string
  /** Keys of up to 10 properties, separated by commas. Each page then has their values in `shown`. */
  readonly show?: string
  readonly namespace?: string
  /** A page name or alias. */
  readonly linked_to?: string
  /** `updated` by default */
  readonly sort?: 'updated' | 'created' | 'name' | 'links'
}
/** The part of a page, and further pages. The window counts blocks of each page. */
export interface PageAsked extends Window {
  /** The number of levels of blocks. */
  readonly depth?: number
  /** A heading or the words of a block: only the blocks under it. */
  readonly section?: string
  /** Names of up to 9 further pages, separated by commas; a name with a comma is in double brackets. */
  readonly more?: string
}
/** The query and the window of a search. */
export interface SearchAsked extends NestedAsked {
  /** Plain words or a query. */
  readonly q: string
  /** `part` by default; `word` finds whole words only. */
  readonly match?: 'part' | 'word'
  /** `updated` by default. */
  readonly order?: 'updated' | 'day' | '-day' | 'relevance'
  /** Keys of up to 10 properties, separated by commas. Each block then has their values in `shown`. */
  readonly show?: string
  /** `'true'` adds a snippet of each long block. */
  readonly snippets?: 'true' | 'false'
}
/** The filters and the window of the list of tasks. */
export interface TasksAsked extends NestedAsked {
  readonly status?: 'open' | 'done' | 'all'
  /** A day, such as `2026-11-20`, `friday` or `+7d`. */
  readonly due_by?: string
  /** A day in the same forms. */
  readonly due_from?: string
  /** `true` keeps only tasks without a day. */
  readonly undated?: 'true' | 'false'
  /** The id of a task, in place of `offset`: the list goes on behind its place, also if it is finished now. */
  readonly after?: string
  /** A page name or alias. */
  readonly page?: string
  readonly priority?: 'A' | 'B' | 'C'
  readonly marker?: TaskMarker
  /** Plain words or a query. */
  readonly q?: string
}

/** The choices and the window of the links of a page. */
export interface LinksAsked extends NestedAsked {
  /** With `true`, also blocks that mention the page without a link. */
  readonly unlinked?: boolean
}

/** The filter and the window of a token's own changes. */
export interface OwnChangesAsked extends Window {
  /** A page name or alias. */
  readonly page?: string
}

/** Each call throws a `NotegraphError` if the service refuses it or does not answer. An abort throws the signal's reason. */
export interface NotesClient {
  /** Lists pages by type, words, tag, property or namespace, the latest edit first. */
  listPages(asked?: PagesAsked, options?: CallOptions): Promise<PageList>
  /** Reads a page by its name or an alias: properties, blocks in outline order, and further pages with `more`. */
  readPage(name: string, asked?: PageAsked, options?: CallOptions): Promise<PageAnswer>
  /**
   * Reads the journal page of a day, with its blocks.
   * @param date a day, such as `2026-11-20`, `today`, `friday` or `-7d`
   */
  readDay(date: string, asked?: Window, options?: CallOptions): Promise<DayAnswer>
  /**
   * Reads a block, and its version for `if_unchanged`.
   * @param asked.history adds the states that writes of this token replaced
   */
  readBlock(id: string, asked?: CallOptions & { readonly history?: boolean }): Promise<BlockAnswer>
  /** Finds the blocks that match plain words or a query, the latest edit first. */
  search(asked: SearchAsked, options?: CallOptions): Promise<SearchAnswer>
  /** Lists tasks, open ones by day and priority. `done` ones come by their latest edit. */
  listTasks(asked?: TasksAsked, options?: CallOptions): Promise<TaskList>
  /**
   * Lists the blocks that link or tag a page.
   * @param name a page name, an alias or a day
   */
  readLinks(name: string, asked?: LinksAsked, options?: CallOptions): Promise<LinksAnswer>
  /** The blocks that refer to a block or embed it. */
  readBlockLinks(id: string, asked?: NestedAsked, options?: CallOptions): Promise<BlockLinksAnswer>
  /** Lists the types of pages with their fields. */
  listTypes(options?: CallOptions): Promise<TypeList>
  /** The changes of this token, newest first, with their items. */
  listOwnChanges(asked?: OwnChangesAsked, options?: CallOptions): Promise<OwnChangeList>
  /** Reverts a change of this token. */
  revertOwnChange(id: string, options?: CallOptions): Promise<RevertAnswer>
  /**
   * Listens for changed pages. The first event comes at once. A lost connection is opened again, and resumed.
   * @throws {NotegraphError} from `next` for a refusal that does not pass, such as a revoked token
   * @example
   * for await (const { pages } of notes.listen()) console.log(pages.map(({ name }) => name))
   */
  listen(options?: ListenOptions): AsyncGenerator<PagesHeard, void, undefined>

  /**
   * Adds a block to a page. A day's page is created if it is missing, any other page is not.
   * @param page a name, or a day such as `2026-11-20`, `today`, `friday` or `+3d`
   * @throws {NotegraphError} `not_found` (404) for the name of no page; `createPage` creates one
   */
  addBlock(page: string, body: AddBlock, options?: WriteOptions): Promise<AddBlockAnswer>
  /**
   * Adds several blocks with their nesting, written as a Markdown outline.
   * @param page a name, or a day as for `addBlock`
   */
  addOutline(page: string, body: AddOutline, options?: WriteOptions): Promise<AddOutlineAnswer>
  /** Creates a page, with the type, properties and blocks of the body. */
  createPage(body: CreatePage, options?: WriteOptions): Promise<CreatePageAnswer>
  /** Sets the marker, the priority or the days of a task, or makes a block a task. The rest stays. */
  setTask(id: string, body: SetTask, options?: WriteOptions): Promise<SetTaskAnswer>
  /** Replaces the words of a block, or a part of them. Marker, dates and properties stay unless the new text has others. */
  updateBlock(id: string, body: UpdateBlock, options?: WriteOptions): Promise<UpdateBlockAnswer>
  /** Sets properties of a block. `null` deletes one, and the others stay. */
  setBlockProperties(
    id: string,
    body: SetBlockProperties,
    options?: WriteOptions,
  ): Promise<SetBlockPropertiesAnswer>
  /** Moves a block with those nested under it. Needs the right `organize`, as do all that move, delete or rename. */
  moveBlock(id: string, body: MoveBlock, options?: WriteOptions): Promise<MoveBlockAnswer>
  /** Deletes a block with those nested under it. */
  deleteBlock(id: string, body?: DeleteBlock, options?: WriteOptions): Promise<DeleteBlockAnswer>
  /** Renames a page, and rewrites the references to it. */
  renamePage(page: string, body: RenamePage, options?: WriteOptions): Promise<RenamePageAnswer>
  /** Deletes a page with its blocks. */
  deletePage(page: string, body?: DeletePage, options?: WriteOptions): Promise<DeletePageAnswer>
  /** Several writes as one change, all or none. */
  batchWrite(body: BatchWrite, options?: WriteOptions): Promise<BatchWriteAnswer>
  /** Sets one property of a page. `null` deletes it. */
  setProperty(
    page: string,
    key: string,
    body: SetProperty,
    options?: WriteOptions,
  ): Promise<SetPropertyAnswer>
  /** Sets several properties of a page at once. `null` deletes one, and the others stay. */
  setProperties(page: string, body: SetProperties, options?: WriteOptions): Promise<SetPropertiesAnswer>
}

/** A path of the notes, its parts percent-encoded. */
const path = (...parts: readonly string[]): string =>
  `/api/v1/notes/${parts.map((part) => encodeURIComponent(part)).join('/')}`

/**
 * A client of the notes API.
 * @param client the `token` is an API token
 * @example
 * const notes = notesClient({ url: 'https://notes.example', token })
 * await notes.addBlock('today', { text: 'TODO call the harbour' })
 */
export function notesClient(client: ClientOptions): NotesClient {
  const send = makeSender(client)

  const get = makeGet(send)

  const write = <A extends object>(
    method: Sent['method'],
    path: string,
    body: object,
    { signal, idempotencyKey = newKey(), ifMatch }: WriteOptions = {},
  ): Promise<A> =>
    send({
      method,
      path,
      body,
      signal,
      headers: { 'Idempotency-Key': idempotencyKey, ...(ifMatch !== undefined && { 'If-Match': ifMatch }) },
      repeatable: true,
    })

  return {
    listPages: (asked, options) => get(path('pages'), asked, options),
    readPage: (name, asked, options) => get(path('pages', name), asked, options),
    readDay: (date, asked, options) => get(path('days', date), asked, options),
    readBlock: (id, { history, ...options } = {}) => get(path('blocks', id), { history }, options),
    search: (asked, options) => get(path('search'), asked, options),
    listTasks: (asked, options) => get(path('tasks'), asked, options),
    readLinks: (name, asked, options) => get(path('pages', name, 'links'), asked, options),
    readBlockLinks: (id, asked, options) => get(path('blocks', id, 'links'), asked, options),
    listTypes: (options) => get(path('types'), undefined, options),
    listOwnChanges: (asked, options) => get(path('changes'), asked, options),
    // A second revert would be refused.
    revertOwnChange: (id, { signal } = {}) =>
      send({ method: 'POST', path: path('changes', id, 'revert'), repeatable: false, signal }),
    listen: makeListen(path('live'), client),

    addBlock: (page, body, options) => write('POST', path('pages', page, 'blocks'), body, options),
    addOutline: (page, body, options) => write('POST', path('pages', page, 'outline'), body, options),
    createPage: (body, options) => write('POST', path('pages'), body, options),
    setTask: (id, body, options) => write('POST', path('tasks', id), body, options),
    updateBlock: (id, body, options) => write('PATCH', path('blocks', id), body, options),
    setBlockProperties: (id, body, options) =>
      write('PATCH', path('blocks', id, 'properties'), body, options),
    moveBlock: (id, body, options) => write('POST', path('blocks', id, 'move'), body, options),
    deleteBlock: (id, body = {}, options) => write('POST', path('blocks', id, 'delete'), body, options),
    renamePage: (page, body, options) => write('POST', path('pages', page, 'rename'), body, options),
    deletePage: (page, body = {}, options) => write('POST', path('pages', page, 'delete'), body, options),
    batchWrite: (body, options) => write('POST', path('batch'), body, options),
    setProperty: (page, key, body, options) =>
      write('PATCH', path('pages', page, 'properties', key), body, options),
    setProperties: (page, body, options) => write('PATCH', path('pages', page, 'properties'), body, options),
  }
}

/** 128 random bits in hex; browsers offer `randomUUID` only over HTTPS. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
