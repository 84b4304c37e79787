/**
 * Records as `evaluate` reads them: each live page and block with what it says itself, parsed anew, and none of the rows
 * that a store derives.
 */
import { listValues, nameFiles, parseBlock, searchText } from '@notegraph/block-text'
import {
  isOwnersKey,
  nameOf,
  propOf,
  type BlockRecord,
  type GraphRecord,
  type PageRecord,
} from '@notegraph/graph'
import { SPECIAL_KEYS } from '@notegraph/page-types'
import type { FileEntry } from '../src/index.ts'

export interface Notes {
  /** Deleted ones too. */
  readonly records: readonly GraphRecord[]
  readonly files: readonly FileEntry[]
}

export interface Property {
  readonly key: string
  readonly value: string
}

/** What a page or block says of other pages. */
export interface Source {
  readonly links: readonly string[]
  readonly tags: readonly string[]
  readonly properties: readonly Property[]
}

export interface Page extends Source {
  readonly record: PageRecord
  readonly name: string
  readonly aliases: readonly string[]
}

export type Parsed = ReturnType<typeof parseBlock>

export interface Block extends Source {
  readonly record: BlockRecord
  readonly page: Page
  readonly parsed: Parsed
  readonly words: string
}

export interface Graph {
  /** The one made first stands first. */
  readonly pages: readonly Page[]
  readonly blocks: readonly Block[]
}

/** The live ones; a block whose page is not there is none of them. */
export function readNotes({ records, files }: Notes): Graph {
  const named = (text: string) => nameFiles(text, (id) => files.find((file) => file.id === id))
  const live = records.filter(({ deleted }) => deleted === undefined)
  const pages = live
    .filter((record) => record.kind === 'page')
    .map((record) => readPage(record, named))
    .toSorted((a, b) => a.record.createdAt - b.record.createdAt || (a.record.id < b.record.id ? -1 : 1))
  const blocks = live.flatMap((record) => {
    const page = record.kind === 'block' && pages.find((one) => one.record.id === record.place.pageId)
    return page ? [readBlock(record, page, named)] : []
  })
  return { pages, blocks }
}

type Named = (text: string) => string

const HIDDEN = new Set(SPECIAL_KEYS.filter(({ shown }) => !shown).map(({ key }) => key))

/** Values are strings here; what a device writes otherwise is for the page's own tests. */
export function stringOf(record: PageRecord, key: string): string {
  const value = propOf(record, key)
  return typeof value === 'string' ? value : ''
}

function readPage(record: PageRecord, named: Named): Page {
  const properties = Object.keys(record.props)
    .filter((key) => isOwnersKey(key) && !HIDDEN.has(key))
    .map((key) => ({ key, value: named(stringOf(record, key)) }))
    .filter(({ value }) => value !== '')
  const said = properties
    .filter(({ key }) => key !== 'alias')
    .map(({ key, value }) => parseBlock(`${key}:: ${value}`))
  const aliases = properties.filter(({ key }) => key === 'alias').flatMap(({ value }) => listValues(value))
  const links = said.flatMap((one) => one.links)
  const tags = said.flatMap((one) => one.tags)
  return { record, name: nameOf(record), aliases, properties, links, tags }
}

function readBlock(record: BlockRecord, page: Page, named: Named): Block {
  const parsed = parseBlock(record.words.text)
  const properties = parsed.properties.map(({ key, value }) => ({ key, value: named(value) }))
  const links = parsed.links.map(named)
  const tags = parsed.tags.map(named)
  return { record, page, parsed, words: named(searchText(parsed)), properties, links, tags }
}
