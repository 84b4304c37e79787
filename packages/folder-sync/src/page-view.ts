/** The visible content of a page in a file, and the text of that file. */
import { fileIds, isoDay, readDay } from '@notegraph/block-text'
import {
  flatten,
  ownProps,
  textHash,
  withFiles,
  writeNote,
  type ExportPlan,
  type FolderPlan,
  type NoteDraft,
  type WrittenFile,
} from '@notegraph/folder'
import { journalDay, kindOf, nameOf, type BlockRecord, type PageRecord } from '@notegraph/graph'
import type { Engine, ShownBlock, WordedRecord } from '@notegraph/sync'
import { shownWords } from './conflict-text.ts'
import { matchRows, type Row } from './match.ts'
import type { BaseRow } from './outline-change.ts'

/** One block of a page's view. */
export interface ViewRow extends BaseRow {
  readonly id: string
  readonly rev: string
  readonly record: WordedRecord
}

/** The visible content of a page. */
export interface PageView {
  readonly page: PageRecord
  readonly name: string
  readonly props: readonly (readonly [key: string, value: string])[]
  readonly rows: readonly ViewRow[]
}

/** The file name of a journal page contains its name, unless that is no day. */
const writtenName = (page: PageRecord): string => {
  const day = journalDay(page.id)
  const name = nameOf(page).trim()
  return day === undefined || readDay(name) === undefined ? name : isoDay(day)
}

/**
 * Builds the view of a page.
 *
 * @param isNamed whether the file contains a block's id
 */
function viewOf(page: PageRecord, blocks: readonly ShownBlock[], isNamed: (id: string) => boolean): PageView {
  return {
    page,
    name: writtenName(page),
    props: ownProps(page),
    rows: blocks
      .filter(({ record }) => record.kind === 'block')
      .map(({ record, depth }) => ({
        id: record.id,
        depth,
        content: shownWords(record),
        rev: record.words.rev,
        ...(record.versions && { versions: record.versions.map(({ rev }) => rev) }),
        ...(isNamed(record.id) && { named: true as const }),
        record,
      })),
  }
}

/** Loads the view of a page. Returns `undefined` for a missing page and for a whiteboard. */
export async function pageView(
  engine: Engine,
  pageId: string,
  isNamed: (id: string) => boolean,
): Promise<PageView | undefined> {
  const page = await engine.record(pageId)
  if (page?.kind !== 'page' || page.deleted !== undefined || kindOf(page) === 'whiteboard') return undefined
  return viewOf(page, await engine.blocks(pageId), isNamed)
}

/** Lists the texts of a view, which can show files. */
export const textsOf = ({ props, rows }: Pick<PageView, 'props' | 'rows'>): string[] => [
  ...rows.map(({ content }) => content),
  ...props.map(([, value]) => value),
]

/**
 * Hashes a view. Views with the same hash give the same file.
 *
 * @param assetName returns the name of a file below `assets/`, or `undefined` if the folder lacks the file
 */
export function viewHash(view: PageView, assetName: (fileId: string) => string | undefined): string {
  const { name, props, rows } = view
  const shown = rows.map(({ id, depth, content, named }) => [id, depth, content, named])
  const files = textsOf(view).flatMap((text) => fileIds(text).map((id) => [id, assetName(id)]))
  return textHash(JSON.stringify([name, props, shown, ...(files.length > 0 ? [files] : [])]))
}

/** The content of a file in the form of the graph. */
export interface FileView {
  readonly note: NoteDraft
  readonly rows: readonly Row[]
}

/**
 * Converts a note.
 *
 * @param fileId returns the id of a file in the account by its path in the folder
 */
export function fileView(note: NoteDraft, fileId: (path: string) => string | undefined): FileView {
  const filed = withFiles(note, fileId)
  const rows = flatten(filed.blocks).map(({ id, depth, content }) => ({
    ...(id !== undefined && { id }),
    depth,
    content,
  }))
  return { note: filed, rows }
}

/** Builds the text of a page's new file. */
export function pageFile(
  view: PageView,
  path: string,
  folder: FolderPlan,
  assetName: (fileId: string) => string | undefined,
): Pick<WrittenFile, 'text' | 'lines'> {
  const named = new Set(view.rows.flatMap(({ id, named }) => (named ? [id] : [])))
  const plan: ExportPlan = {
    pathOf: () => path,
    nameOf: () => view.name,
    assetName,
    referenced: (id) => named.has(id),
    folder,
  }
  const blocks = view.rows.map(({ record, content, depth }) => ({
    item: { ...record, words: { ...record.words, text: content } } as BlockRecord,
    depth,
  }))
  return writeNote({ record: view.page, blocks }, plan)
}

/**
 * Matches the rows of a written file with the blocks of its page. A row in the same place is the same block, also if
 * Markdown cannot hold its words, such as blanks before them.
 */
export function rowsOf(view: PageView, rows: readonly Row[]): BaseRow[] {
  const isPlain =
    rows.length === view.rows.length && rows.every(({ depth }, i) => depth === view.rows[i]?.depth)
  const match = isPlain
    ? rows.map((_, i) => i)
    : matchRows(view.rows.map(withoutId), rows.map(withoutId), false)
  return rows.map(({ depth, content }, j) => {
    const shown = view.rows[match[j] ?? -1]
    if (!shown) return { depth, content }
    const { record: _, ...row } = shown
    return { ...row, depth, content }
  })
}

const withoutId = ({ depth, content }: Row): Row => ({ depth, content })

/** Whether a file has the content of a page. */
export function isShownBy(
  view: PageView,
  name: string,
  shown: PageView['props'],
  rows: readonly BaseRow[],
): boolean {
  const isDay = journalDay(view.page.id) !== undefined
  const props = new Map(shown)
  return (
    (isDay || view.name === name) &&
    props.size === view.props.length &&
    view.props.every(([key, value]) => props.get(key) === value) &&
    rows.length === view.rows.length &&
    view.rows.every(({ id, depth, content, named }, i) => {
      const row = rows[i]
      return (
        row !== undefined &&
        row.id === id &&
        row.depth === depth &&
        row.content === content &&
        (!named || row.named === true)
      )
    })
  )
}
