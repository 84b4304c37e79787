/** Builders for tests: records from a few values, a folder from records, and a graph from a folder. */
import {
  journalId,
  PAGE_SPELLING,
  type BlockRecord,
  type GraphRecord,
  type Json,
  type PageRecord,
  type ShapeRecord,
} from '@notegraph/graph'
import {
  assetPath,
  flatten,
  planExport,
  planFolder,
  readNote,
  readParts,
  withFiles,
  writeConfig,
  writeManifest,
  writeNote,
  writeWhiteboard,
  type ExportSource,
  type FlatDraft,
  type FolderLayout,
  type FolderPlan,
  type NoteDraft,
  type PartsOf,
  type PlacedBlock,
} from '../src/index.ts'

export interface TestBlock {
  readonly depth: number
  readonly content: string
  readonly id?: string
}

export interface TestPage {
  readonly id: string
  readonly name: string
  readonly whiteboard?: boolean
  readonly favorite?: boolean
  readonly props?: readonly (readonly [key: string, value: Json])[]
  readonly spelled?: ReadonlyMap<string, string>
  readonly blocks?: readonly TestBlock[]
  readonly shapes?: readonly { readonly text: string; readonly props: { readonly [key: string]: Json } }[]
}

export interface TestGraph {
  readonly pages: readonly TestPage[]
  /** File ids and their names in `assets/`. */
  readonly files?: readonly (readonly [id: string, name: string])[]
  readonly referenced?: readonly string[]
}

export type Folder = ReadonlyMap<string, string>

const AT = 1_700_000_000_000
const base = { props: {}, hist: [], schema: 1 } as const
const prop = (v: Json): { v: Json; at: number } => ({ v, at: AT })

export function pageRecord({ id, name, whiteboard, favorite, props = [], spelled }: TestPage): PageRecord {
  return {
    ...base,
    kind: 'page',
    id,
    createdAt: AT,
    updatedAt: AT + id.length,
    props: {
      name: prop(name),
      ...(whiteboard ? { ':kind': prop('whiteboard') } : {}),
      ...(favorite ? { ':favorite': prop(true) } : {}),
      ...(spelled ? { [PAGE_SPELLING]: prop(Object.fromEntries(spelled)) } : {}),
      ...Object.fromEntries(props.map(([key, value]) => [key, prop(value)])),
    },
  }
}

function blockRecords(page: TestPage): PlacedBlock[] {
  const path: string[] = []
  return (page.blocks ?? []).map(({ depth, content, id = `${page.id}.${path.length}` }, i): PlacedBlock => {
    const own = id.startsWith(`${page.id}.`) ? `${page.id}.${i}` : id
    path.length = Math.min(depth, path.length)
    const parentId = path.at(-1) ?? null
    const place = { pageId: page.id, parentId, order: i + 1, at: AT }
    const item: BlockRecord = {
      ...base,
      kind: 'block',
      id: own,
      createdAt: AT + i,
      updatedAt: AT + 2 * i,
      words: { text: content, rev: 'r', at: AT },
      place,
    }
    const placed = { item, depth: path.length }
    path.push(own)
    return placed
  })
}

function shapeRecords(page: TestPage): ShapeRecord[] {
  const record = (text: string, props: { readonly [key: string]: Json }, i: number): ShapeRecord => ({
    ...base,
    kind: 'shape',
    id: `${page.id}.s${i}`,
    createdAt: AT,
    updatedAt: AT + i,
    words: { text, rev: 'r', at: AT },
    place: { pageId: page.id, parentId: null, order: i + 0.5, at: AT },
    props: Object.fromEntries(Object.entries(props).map(([key, value]) => [key, prop(value)])),
  })
  return (page.shapes ?? []).map(({ text, props }, i) => record(text, props, i))
}

/** The records of a graph. */
export const recordsOf = ({ pages }: TestGraph): GraphRecord[] =>
  pages.flatMap((page) => [
    pageRecord(page),
    ...blockRecords(page).map(({ item }) => item),
    ...shapeRecords(page),
  ])

/** All files of an export of the graph, by path. */
export function exported({ pages, files = [], referenced = [] }: TestGraph): Folder {
  const source: ExportSource = {
    pages: pages.map(pageRecord),
    files: new Map(files),
    referenced: (id) => referenced.includes(id),
  }
  const plan = planExport(source)
  const written = pages.map((page) => {
    const note = { record: pageRecord(page), blocks: blockRecords(page) }
    return page.whiteboard ? writeWhiteboard(note, shapeRecords(page), plan) : writeNote(note, plan)
  })
  const favorites = pages.filter((page) => page.favorite).map((page) => page.name)
  const folder = new Map<string, string>(written.map(({ path, text }) => [path, text]))
  for (const { path, text } of [writeConfig(favorites), writeManifest(written.map(({ entry }) => entry))])
    folder.set(path, text)
  for (const [, name] of files) folder.set(`assets/${name}`, '')
  return folder
}

export function planOf(folder: Folder): FolderPlan {
  return planFolder(
    [...folder.keys()],
    folder.get('logseq/config.edn'),
    folder.get('logseq/notegraph.json') ?? folder.get('.obsidian/notegraph.json'),
  )
}

export function read(plan: FolderPlan, path: string, text: string, folder?: Folder): NoteDraft {
  const result = readNote(plan, path, text, folder && partsIn(plan, folder))
  if (!result.ok) throw new Error(result.unread[0]!.why)
  return result.note
}

/** The parts of the notes of a folder whose texts are in memory. */
export const partsIn =
  (plan: FolderPlan, folder: Folder): PartsOf =>
  (path) => {
    const text = folder.get(path)
    return text === undefined ? undefined : readParts(plan, path, text)
  }

/** The graph of a folder, with the given file ids. */
export function imported(
  folder: Folder,
  files: readonly (readonly [id: string, name: string])[] = [],
  layout: FolderLayout = 'logseq',
): TestGraph {
  const plan = planOf(folder)
  const ids = new Map(files.map(([id, name]) => [assetPath(name, layout), id]))
  const pages = plan.notes.map(({ path }) => {
    const note = withFiles(read(plan, path, folder.get(path)!), (asset) => ids.get(asset))
    return pageOf(note)
  })
  return { pages, files }
}

const blockOf = ({ depth, content, id }: FlatDraft): TestBlock => ({
  depth,
  content,
  ...(id === undefined ? {} : { id }),
})

export function pageOf(note: NoteDraft): TestPage {
  return {
    id: note.id ?? (note.day === undefined ? note.path : journalId(note.day)),
    name: note.name,
    ...(note.kind === 'whiteboard' ? { whiteboard: true } : {}),
    ...(note.favorite ? { favorite: true } : {}),
    props: note.props,
    ...(note.spelled ? { spelled: note.spelled } : {}),
    blocks: flatten(note.blocks).map(blockOf),
    ...(note.shapes ? { shapes: note.shapes.map(({ text, props }) => ({ text, props })) } : {}),
  }
}

/** A folder with one page of Markdown. Text before the `---` lines is only text. */
export const logseq = (text: string, path = 'pages/Page.md', config?: string): NoteDraft =>
  read(planFolder([path, 'assets/x.png', 'assets/a b.png', 'logseq/config.edn'], config), path, text)

/** Blocks as lines, `\t` for each depth, `⏎` for line breaks inside. */
export const outlineOf = (note: NoteDraft): string[] =>
  flatten(note.blocks).map(({ depth, content }) => '\t'.repeat(depth) + content.replaceAll('\n', '⏎'))
