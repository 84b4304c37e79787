/**
 * Records read for search: each live page and block with its own names, properties and words. Each block's text is parsed
 * once. What depends on other records (names, types) is looked up by `names.ts` and `types.ts`.
 *
 * Nothing throws, whatever a device wrote into a record.
 */
import { fold, listValues, nameFiles, parseBlock, searchText, type BlockText } from '@notegraph/block-text'
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

/** What a page or block says of other pages, names as written. */
export interface Source {
  /** Linked otherwise than as a tag. */
  readonly links: readonly string[]
  readonly tags: readonly string[]
  readonly properties: readonly PropertyRow[]
}

export interface NotePage extends Source {
  readonly record: PageRecord
  readonly name: string
  readonly aliases: readonly string[]
  /** The type that the page itself declares. */
  readonly declared?: string
  /** Whether it has a `pdf::` property. */
  readonly pdf: boolean
}

export interface NoteBlock extends Source {
  readonly record: BlockRecord
  readonly page: NotePage
  readonly parsed: BlockText
  /** What search looks in, folded. */
  readonly words: string
}

export interface Notes {
  /** The one made first comes first. */
  readonly pages: readonly NotePage[]
  readonly blocks: readonly NoteBlock[]
  /** The names of files that were asked for. */
  readonly env: PageEnv<string>
}

const NO_FILES: PageEnv<string> = { file: () => undefined }

/**
 * The live pages, and the live blocks whose page is among them.
 * @param env names the files whose addresses are in the text; without it each reads as unknown
 * @param before the notes before an edit: what they hold of an unchanged record is taken over. They count only with the
 *   same `env` object, since another one may give a file another name.
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

type Named = (text: string) => string

const oldestFirst = ({ record: a }: NotePage, { record: b }: NotePage): number =>
  a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)

function readPage(record: PageRecord, env: PageEnv<string>, named: Named): NotePage {
  const written = [...writtenProps(record)].map(([key, { value }]) => ({ key, value }))
  const held = (key: string): string => written.find((one) => one.key === key)?.value ?? ''
  const shown = written.filter(({ key, value }) => isShown(key, value, env))
  // The syntax of a property line, so that pages and blocks link alike. Only the key `tags` means more than its value.
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
    words: fold(named(searchText(parsed))),
    properties: parsed.properties.map(({ key, value }) => propertyRow(named(key), named(value))),
    links: parsed.links.map(named),
    tags: parsed.tags.map(named),
  }
}
