/**
 * Records prepared for search: each live page and block with its names, properties and words. Each block's text is
 * parsed once. `names.ts` and `types.ts` look up everything that depends on other records.
 *
 * Nothing throws, whatever a device wrote into a record.
 */
import {
  listValues,
  nameFiles,
  parseBlock,
  searchedText,
  searchText,
  type BlockText,
  type SearchedText,
} from '@notegraph/block-text'
import {
  isShown,
  nameOf,
  propertyRow,
  writtenProps,
  type BlockRecord,
  type PageEnv,
  type GraphRecord,
  type PageRecord,
  type PropertyRow,
} from '@notegraph/graph'
import { findType, PAGE_TYPES } from '@notegraph/page-types'

/** The references of a page or block to pages, with names as written. */
export interface Source {
  /** Names of linked pages, without tags. */
  readonly links: readonly string[]
  readonly tags: readonly string[]
  readonly properties: readonly PropertyRow[]
}

/** A live page prepared for search. */
export interface NotePage extends Source {
  readonly record: PageRecord
  readonly name: string
  readonly aliases: readonly string[]
  /** The declared type. */
  readonly declared?: string
  /** Whether the page has a `pdf::` property. */
  readonly pdf: boolean
}

/** The parts of a live block that a search looks at. */
export interface SearchBlock extends Source, SearchedText {
  readonly record: Pick<BlockRecord, 'id' | 'createdAt' | 'updatedAt'>
  readonly page: NotePage
  readonly parsed: BlockText
}

/** A live block prepared for search. */
export interface NoteBlock extends SearchBlock {
  readonly record: BlockRecord
}

/** Pages and blocks prepared for search. */
export interface Notes<Block extends SearchBlock = NoteBlock> {
  /** The pages, oldest first. */
  readonly pages: readonly NotePage[]
  readonly blocks: readonly Block[]
  /** The environment with the names of files. */
  readonly env: PageEnv<string>
}

const NO_FILES: PageEnv<string> = { file: () => undefined }

/**
 * The live pages, and the live blocks on these pages.
 * @param env names the files whose addresses are in the text; by default every file is unknown
 * @param before the notes before an edit, whose unchanged records are reused; ignored with another `env` object,
 * because file names may differ
 * @example
 * readNotes([]).blocks // []
 */
export function readNotes(
  records: readonly GraphRecord[],
  env: PageEnv<string> = NO_FILES,
  before?: Notes,
): Notes {
  const kept = before?.env === env ? before : undefined
  const keptPages = new Map(kept?.pages.map((page) => [page.record, page]))
  const keptBlocks = new Map(kept?.blocks.map((block) => [block.record, block]))
  const named: Named = (text) => nameFiles(text, (id) => env.file(id), env.origin)

  const pages = new Map<string, NotePage>()
  for (const record of records)
    if (record.kind === 'page' && record.deleted === undefined)
      pages.set(record.id, keptPages.get(record) ?? readPage(record, env, named))

  const blocks: NoteBlock[] = []
  for (const record of records) {
    if (record.kind !== 'block' || record.deleted !== undefined) continue
    const page = pages.get(record.place.pageId)
    if (!page) continue
    const block = keptBlocks.get(record)
    blocks.push(
      block === undefined ? readBlock(record, page, named) : block.page === page ? block : { ...block, page },
    )
  }
  return { pages: [...pages.values()].toSorted(oldestFirst), blocks, env }
}

/**
 * Notes of pages that were prepared before, and of blocks of any kind on them.
 * @example
 * notesOf([], []).pages // []
 */
export const notesOf = <Block extends SearchBlock>(
  pages: Iterable<NotePage>,
  blocks: readonly Block[],
): Notes<Block> => ({ pages: [...pages].toSorted(oldestFirst), blocks, env: NO_FILES })

type Named = (text: string) => string

const oldestFirst = ({ record: a }: NotePage, { record: b }: NotePage): number =>
  a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)

function readPage(record: PageRecord, env: PageEnv<string>, named: Named): NotePage {
  const written = [...writtenProps(record)].map(([key, { value }]) => ({ key, value }))
  const held = (key: string): string => written.find((one) => one.key === key)?.value ?? ''
  const shown = written.filter(({ key, value }) => isShown(key, value, env))
  // The syntax of a property line, so that pages and blocks link alike. Only the key `tags` has a further meaning.
  const lines = shown
    .filter(({ key }) => key !== 'alias')
    .map(({ key, value }) => parseBlock(`${key === 'tags' ? key : 'property'}:: ${value}`))
  const declared = findType(held('type'), env.types ?? PAGE_TYPES)?.type
  return {
    record,
    name: named(nameOf(record)),
    aliases: listValues(held('alias')).map(named),
    ...(declared !== undefined && { declared }),
    pdf: held('pdf') !== '',
    properties: shown.map(({ key, value }) => propertyRow(named(key), named(value))),
    links: lines.flatMap(({ links }) => links.map(named)),
    tags: lines.flatMap(({ tags }) => tags.map(named)),
  }
}

function readBlock(record: BlockRecord, page: NotePage, named: Named): NoteBlock {
  const parsed = parseBlock(record.words.text)
  return {
    record,
    page,
    parsed,
    ...searchedText(named(searchText(parsed)).trim()),
    properties: parsed.properties.map(({ key, value }) => propertyRow(named(key), named(value))),
    links: parsed.links.map(named),
    tags: parsed.tags.map(named),
  }
}

/**
 * A block for very large graphs in memory. It keeps its text and its searched words, and parses the text when a search asks
 * for more. Files are not named.
 */
export class LeanBlock implements SearchBlock {
  readonly id: string
  readonly createdAt: number
  readonly updatedAt: number
  readonly pageId: string
  readonly words: string
  readonly marks: SearchedText['marks']
  readonly #text: string
  readonly #pages: ReadonlyMap<string, NotePage>

  /**
   * @param parsed the text of the block
   * @param pages the live pages by id, with later changes; the page of the block has to be there when it is searched
   */
  constructor(record: BlockRecord, parsed: BlockText, pages: ReadonlyMap<string, NotePage>) {
    const { words, marks } = searchedText(searchText(parsed).trim())
    this.id = record.id
    this.createdAt = record.createdAt
    this.updatedAt = record.updatedAt
    this.pageId = record.place.pageId
    this.words = words
    this.marks = marks
    this.#text = record.words.text
    this.#pages = pages
  }

  get record(): SearchBlock['record'] {
    return this
  }

  get page(): NotePage {
    return this.#pages.get(this.pageId)!
  }

  get parsed(): BlockText {
    return parsedLast(this.#text)
  }

  get links(): readonly string[] {
    return this.parsed.links
  }

  get tags(): readonly string[] {
    return this.parsed.tags
  }

  get properties(): readonly PropertyRow[] {
    return this.parsed.properties.map(({ key, value }) => propertyRow(key, value))
  }
}

let last: { readonly text: string; readonly parsed: BlockText } | undefined

/** Parses a text. A search asks for several parts of one block in a row, so the last one is kept. */
function parsedLast(text: string): BlockText {
  if (last?.text !== text) last = { text, parsed: parseBlock(text) }
  return last.parsed
}
