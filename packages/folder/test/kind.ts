/**
 * Kinds of folders, as files under `fixtures/`: typical notes of one app and its plugins. `source/` is the user's
 * folder. `export/` contains the notes that an export writes in another form; `vitest -u` writes those files.
 */
import { parseBlock } from '@notegraph/block-text'
import type { Json } from '@notegraph/graph'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  CONFIG_PATH,
  DAILY_NOTES_PATH,
  filePath,
  mayHoldPages,
  MANIFEST_PATH,
  METADATA_PATH,
  planFolder,
  readManifest,
  readNote,
  readPages,
  withFiles,
  type Unread,
} from '../src/index.ts'
import { baseOf, byText } from '../src/path.ts'
import {
  exported,
  imported,
  pageOf,
  partsIn,
  pageRecord,
  type Folder,
  type TestGraph,
  type TestPage,
} from './graph.ts'

export interface Kind {
  /** The folder under `fixtures/`. */
  readonly kind: string
  /**
   * Paths of the notes that an export writes in another form, with the reason. All others are exported byte for byte.
   */
  readonly rewritten?: Reasons
  /** Paths of the notes whose words are in the manifest of an export, because Markdown cannot express them. */
  readonly inManifest?: Reasons
  /** Words of the folder that the graph has in another form, with that form. All others are words of the graph. */
  readonly words?: Reasons
  /** The messages of the import: `path:line` and a part of the message. */
  readonly reported?: Reasons
}

type Reasons = { readonly [what: string]: string }

/** A folder, the graph after its import, and the export of that graph. */
export interface Imported {
  readonly source: Folder
  readonly isLogseq: boolean
  readonly graph: TestGraph
  /** The path of a note in an export, by its own path; `graph.json#0` is the first page of that file. */
  readonly exportPath: ReadonlyMap<string, string>
  readonly export: Folder
  readonly unread: readonly Unread[]
}

const FIXTURES = new URL('fixtures/', import.meta.url)

export const expectedPath = ({ kind }: Kind, path: string): string =>
  fileURLToPath(new URL(`${kind}/export/${path}`, FIXTURES))

/** Paths of the notes under `export/`. */
export const expectedPaths = ({ kind }: Kind): string[] => {
  const folder = fileURLToPath(new URL(`${kind}/export/`, FIXTURES))
  return existsSync(folder) ? [...readFiles(folder).keys()] : []
}

export function importKind({ kind }: Kind): Imported {
  const source = readFiles(fileURLToPath(new URL(`${kind}/source/`, FIXTURES)))
  const plan = planFolder(
    [...source.keys()],
    source.get(CONFIG_PATH),
    undefined,
    {},
    source.get(METADATA_PATH),
    source.get(DAILY_NOTES_PATH),
  )
  const pageFiles = plan.assets.flatMap((path) => {
    const read = mayHoldPages(plan, path) ? readPages(plan, path, source.get(path)!) : undefined
    return read === undefined ? [] : [{ path, read: [...read] }]
  })
  const assets = plan.assets.filter((path) => !pageFiles.some((file) => file.path === path))
  const files = assets.map((path, i) => [`f${i}`, path.replace(/^assets\//u, '')] as const)
  const ids = new Map(assets.map((path, i) => [path, `f${i}`]))
  const unread = [...plan.unread]
  const exportPath = new Map<string, string>()
  const all = [
    ...plan.notes.map(({ path }) => ({
      path,
      key: undefined,
      read: readNote(plan, path, source.get(path)!, partsIn(plan, source)),
    })),
    ...pageFiles.flatMap(({ path, read }) =>
      read.map((one, n) => ({ path, key: `${path}#${n}`, read: one })),
    ),
  ]
  const pages = all.flatMap(({ path, key, read }, at): TestPage[] => {
    if (!read.ok) {
      unread.push(...read.unread)
      return []
    }
    const { note } = read
    unread.push(...note.unread, ...note.missing.map((asset) => ({ ...asset, why: `missing ${asset.asset}` })))
    const page = withIds(
      pageOf(withFiles(note, (asset) => ids.get(asset))),
      note.day === undefined ? `p${at}` : undefined,
      at,
    )
    exportPath.set(key ?? path, filePath(pageRecord(page)))
    return [page]
  })
  const named = files.map(([id, name]) => [id, baseOf(name)] as const)
  const graph: TestGraph = { pages, files: named, referenced: [...new Set(pages.flatMap(blockRefs))] }
  return { source, isLogseq: plan.style === 'logseq', graph, exportPath, export: exported(graph), unread }
}

const withIds = (page: TestPage, id: string | undefined, at: number): TestPage => ({
  ...page,
  ...(id === undefined ? {} : { id }),
  ...(page.whiteboard ? { shapes: page.shapes ?? [] } : {}),
  blocks: (page.blocks ?? []).map((block, i) => ({ id: `p${at}-${i}`, ...block })),
})

const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))

const blockRefs = ({ blocks = [], props = [] }: TestPage): string[] =>
  [...blocks.map(({ content }) => content), ...props.map(([, value]) => textOf(value))].flatMap((text) => [
    ...parseBlock(text).blockRefs,
  ])

/** The graph after an import of the export. */
export function importAgain({ export: folder, graph }: Imported, withManifest = true): TestGraph {
  const files = new Map(folder)
  if (!withManifest) files.delete(MANIFEST_PATH)
  const { pages } = imported(files, graph.files ?? [])
  return { ...graph, pages }
}

/** Paths of the exported notes whose words are in the manifest. */
export function inManifest({ export: folder }: Imported): string[] {
  const manifest = readManifest(folder.get(MANIFEST_PATH)!)
  return [...manifest.paths()].filter((file) => manifest.get(file)?.words !== undefined)
}

/** Words of the notes that the graph lacks, in lower case. */
export function lostWords({ source, graph, exportPath }: Imported): string[] {
  const kept = new Set(
    graph.pages.flatMap(({ name, props = [], blocks = [] }) =>
      wordsOf([name, ...props.flat().map(textOf), ...blocks.map(({ content }) => content)].join('\n')),
    ),
  )
  const paths = new Set(Array.from(exportPath.keys(), (key) => key.split('#', 1)[0]!))
  const written = [...paths].flatMap((path) => wordsOf(writtenIn(path, source.get(path)!)))
  return [...new Set(written)].filter((word) => !kept.has(word)).toSorted()
}

/** The text that a person wrote in a file. For a canvas, a whiteboard and an export, only their texts. */
function writtenIn(path: string, text: string): string {
  if (path.endsWith('.opml')) {
    // Names of columns begin with a capital.
    const said = text.matchAll(/\s(?:text|_note|[A-Z]\w*)="([^"]*)"|<title>(.*)</gu)
    return Array.from(said, ([, value, title]) => (value ?? title!).replaceAll(/&[^;]*;/gu, ' ')).join('\n')
  }
  if (path.endsWith('.edn')) {
    const said = text.matchAll(/:(?:text|label|url|pageId|block\/original-name) "([^"]*)"/gu)
    return Array.from(said, ([, value]) => value!).join('\n')
  }
  if (!path.endsWith('.canvas') && !path.endsWith('.json')) return text
  const written: string[] = []
  JSON.parse(text, (key, value: unknown) => {
    if (typeof value === 'string' && ['text', 'label', 'url', 'title', 'string'].includes(key))
      written.push(value)
    return value
  })
  return written.join('\n')
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? []

function readFiles(root: string): Map<string, string> {
  return new Map(
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `${entry.parentPath}/${entry.name}`.replaceAll('\\', '/').replaceAll('//', '/'))
      .toSorted(byText)
      .map((path) => [path.slice(root.replaceAll('\\', '/').length), readFileSync(path, 'utf8')]),
  )
}
