/** Empty accounts and folders in memory for tests, and the complete answers of an account. */
import { blockJson, pageJson, type GraphRecord } from '@notegraph/graph'
import { memoryBlobs, type Blobs, type GraphStore, type Store } from '@notegraph/store'
import { openTestStore } from '@notegraph/store/testing'
import {
  importFolder,
  type ExportFolder,
  type FileContent,
  type FolderSource,
  type ImportReport,
} from '../src/index.ts'

/** The first millisecond of 2026, the default time of files in a folder. */
export const FILE_TIME = Date.UTC(2026, 0, 1)
/** The time of imports. */
export const NOW = Date.UTC(2026, 10, 20, 12)

/** A file's content, its content with the time of its last change, or an error that opening it throws. */
export type Entry =
  string | Uint8Array | { readonly content: string | Uint8Array; readonly at: number } | Error

export type Files = Readonly<Record<string, Entry>>

export const folder = (files: Files): FolderSource => ({
  paths: async () => Object.keys(files),
  read: async (path) => {
    const entry = files[path]
    if (entry instanceof Error) throw entry
    if (entry === undefined) throw new Error(`there is no ${path}`)
    const { content, at } =
      typeof entry === 'object' && 'content' in entry ? entry : { content: entry, at: FILE_TIME }
    return { bytes: bytesOf(content), modifiedAt: at }
  },
})

export interface MemoryFolder extends ExportFolder {
  /** Content by path; binary content as base64. */
  files(): Record<string, string>
}

/** A folder to export to, and to import from again. */
export function target(files: Readonly<Record<string, string>> = {}): MemoryFolder {
  const held = new Map(
    Object.entries(files).map(([path, text]) => [path, { bytes: bytesOf(text), modifiedAt: FILE_TIME }]),
  )
  return {
    paths: async () => [...held.keys()],
    read: async (path) => {
      const file = held.get(path)
      if (!file) throw new Error(`there is no ${path}`)
      return file
    },
    write: async (path, content, modifiedAt = NOW) =>
      void held.set(path, { bytes: await contentOf(content), modifiedAt }),
    remove: async (path) => void held.delete(path),
    files: () =>
      Object.fromEntries(
        [...held].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([path, { bytes }]) => [path, textOf(bytes)]),
      ),
  }
}

const contentOf = async (content: FileContent): Promise<Uint8Array> =>
  typeof content === 'string' || content instanceof Uint8Array
    ? bytesOf(content)
    : Buffer.concat(await Array.fromAsync(content))

const bytesOf = (content: string | Uint8Array): Uint8Array =>
  typeof content === 'string' ? Buffer.from(content) : content

const textOf = (bytes: Uint8Array): string => {
  const text = Buffer.from(bytes)
  return text.equals(Buffer.from(text.toString())) ? text.toString() : text.toString('base64')
}

export interface Home {
  readonly store: Store
  readonly blobs: Blobs
  readonly graph: GraphStore
  /** Imports a folder and expects that it succeeds. */
  readonly add: (source: Files | FolderSource, now?: number) => Promise<ImportReport>
}

/** An empty account, `me`. */
export async function home(quota = Infinity): Promise<Home> {
  const store = await openTestStore()
  const blobs = memoryBlobs()
  return {
    store,
    blobs,
    graph: store.graph('me'),
    add: async (source, now = NOW) => {
      const from = isSource(source) ? source : folder(source)
      const done = await importFolder(store, blobs, { id: 'me', quota }, from, { now })
      if (!done.ok) throw new Error(done.why)
      return done.report
    },
  }
}

const isSource = (source: Files | FolderSource): source is FolderSource =>
  typeof source['paths'] === 'function'

const ALL = { limit: Infinity, offset: 0 }

export interface AnsweredPage {
  readonly page: { readonly [key: string]: unknown; readonly props: Readonly<Record<string, string>> }
  readonly blocks: readonly { readonly [key: string]: unknown; readonly content: string }[]
}

/** Every page with its blocks as the API returns them, by name and id. */
export async function answers(graph: GraphStore): Promise<AnsweredPage[]> {
  const { pages } = await graph.pages.list({}, ALL)
  const all: AnsweredPage[] = []
  for (const page of pages.toSorted((a, b) => (`${a.name} ${a.id}` < `${b.name} ${b.id}` ? -1 : 1))) {
    const { blocks } = await graph.blocks.listByPage(page.id, ALL)
    all.push({
      page: JSON.parse(pageJson(page)),
      blocks: blocks.map((block) => JSON.parse(blockJson(block, page.name))),
    })
  }
  return all
}

/** Every stored record. */
export async function records(graph: GraphStore): Promise<GraphRecord[]> {
  const pages = await graph.records.listPages(undefined, Infinity)
  const all: GraphRecord[] = []
  for (const { record } of pages) {
    all.push(record)
    for (const held of await graph.records.listByPage(record.id)) all.push(held.record)
  }
  return all
}

/** A page's blocks as lines, with `\t` for each level and `⏎` for inner line breaks. */
export async function outlineOf(graph: GraphStore, name: string): Promise<string[]> {
  const page = await graph.pages.findByName(name.toLowerCase())
  if (!page) throw new Error(`there is no page ${name}`)
  const { blocks } = await graph.blocks.listByPage(page.id, ALL)
  const depths = new Map<string | null, number>([[null, -1]])
  return blocks.map(({ id, parentId, content }) => {
    const depth = depths.get(parentId)! + 1
    depths.set(id, depth)
    return '\t'.repeat(depth) + content.replaceAll('\n', '⏎')
  })
}
