/** The statements that write derived rows, prepared once for each open file. */
import type { BlockTotals, PageKind, PageTimes, ResolvedType, UseCounts } from '@notegraph/graph'
import type { PageTypeId } from '@notegraph/page-types'
import type { IndexWriter } from '@notegraph/search-index'
import type { Statement } from 'better-sqlite3'
import type { FileEntry } from '../../graph/files.ts'
import { GIVEN, type Db } from '../database/database.ts'
import { lineWrites, type LineWrites } from './reference-lines.ts'
import { indexWriter } from '../search/index-writer.ts'
import { HOME, STORED, type StoredRow } from '../read/stored-record.ts'

interface PageToResolve {
  readonly declared: PageTypeId | null
  readonly kind: PageKind
  readonly pdf: 0 | 1
  readonly type: ResolvedType
  readonly names: string
}
type Run<P extends unknown[]> = Statement<P>
type Column = string | number | null
type Named = [values: Record<string, Column>]

export interface DerivedStatements {
  readonly search: IndexWriter
  readonly lines: LineWrites

  readonly storedById: Statement<[id: string], StoredRow>
  readonly fileById: Statement<[id: string], FileEntry>

  readonly livePage: Statement<[id: string], { n: number }>
  readonly pageTimes: Statement<[n: number], PageTimes>
  readonly insertPage: Run<Named>
  readonly updatePage: Run<Named>
  readonly deletePage: Run<[n: number]>
  readonly addToPage: Run<Named>
  readonly setType: Run<[type: string, id: string]>

  readonly blockTotals: Statement<[n: number], BlockTotals>
  /** Inserts a new record with its columns. Changes no row if the id is taken. `n` null takes the next number. */
  readonly insertBlock: Run<
    [n: number | null, id: string, seq: number, size: number, ...columns: BlockColumns]
  >
  /** Writes the columns of a block. With `plain`, the columns are its whole record. */
  readonly updateBlock: Run<[...columns: BlockColumns, plain: 0 | 1, n: number]>
  /** Clears the columns of a block, and sets `doc` if the record has none. */
  readonly hideBlock: Run<[doc: string, n: number]>
  readonly insertShape: Run<[n: number, page: number]>
  readonly deleteShape: Run<[n: number]>

  readonly wait: Run<[pageId: string, n: number]>
  readonly stopWaiting: Run<[n: number]>
  readonly waitingFor: Statement<[pageId: string], StoredRow>
  readonly standingOn: Statement<[page: number, samePage: number], StoredRow>

  readonly name: Statement<[fold: string], UseCounts & { n: number }>
  readonly insertName: Run<[fold: string]>
  readonly addToName: Run<[linked: number, tagged: number, n: number]>
  readonly insertRef: Run<[name: number, tag: number, source: number]>
  readonly deleteRef: Run<[name: number, tag: number, source: number]>
  readonly insertPageName: Run<[fold: string, alias: number, createdAt: number, id: string]>
  readonly deletePageName: Run<[fold: string, alias: number, createdAt: number, id: string]>
  readonly pagesNamed: Statement<[fold: string], { id: string }>
  /** From a JSON array of names: the pages that other names find too. */
  readonly pagesOfMoreNames: Statement<[folds: string], { id: string }>
  readonly holderOf: Statement<[fold: string], { id: string }>
  readonly pageToResolve: Statement<[id: string], PageToResolve>
  readonly usesOfName: Statement<[fold: string], UseCounts>
  readonly usesOfNames: Statement<[folds: string, sameFolds: string], UseCounts>

  /** A row if any block refers to another. */
  readonly anyBlockRef: Statement<[], number>
  readonly insertBlockRef: Run<[target: string, source: number]>
  readonly deleteBlockRef: Run<[target: string, source: number]>
  readonly insertFileUse: Run<[file: string, source: number]>
  readonly deleteFileUse: Run<[file: string, source: number]>
  /** Deletes the note that a file is unused. */
  readonly fileUsed: Run<[file: string]>
  readonly usersOfFile: Statement<[file: string], StoredRow>
  readonly insertProperty: Run<[key: string, value: string, source: number]>
  readonly deleteProperty: Run<[key: string, value: string, source: number]>
}

/** The columns of a block's row. */
export type BlockColumns = readonly [
  page: number,
  parentId: string | null,
  order: number,
  createdAt: number,
  updatedAt: number,
  rev: string | null,
  state: number | null,
  marker: string | null,
  rank: number,
  scheduled: number | null,
  deadline: number | null,
  due: number,
  words: number,
  sentences: number,
  paragraphs: number,
  characters: number,
  content: string,
  text: string | null,
  places: string | null,
  more: string | null,
  folded: string | null,
]

/** Bound by position, which takes about two thirds of the time of binding by name. */
const BLOCK_COLUMNS = `page parent_id ord created_at updated_at rev state marker rank scheduled deadline due
  words sentences paragraphs characters content text places more folded`.split(/\s+/)

/** Counts the blocks and pages that use any of several names, each once. */
const distinctUses = (tag: 0 | 1) =>
  `(SELECT count(DISTINCT source) FROM json_each(?) AS own JOIN name ON name.fold = own.value
    JOIN ref ON ref.name = name.n AND ref.tag = ${tag})`

export function derivedStatements(db: Db): DerivedStatements {
  const sql = <P extends unknown[], R>(text: string): Statement<P, R> => db.prepare<P, R>(text)
  return {
    search: indexWriter(db),
    lines: lineWrites(db),

    storedById: sql(`SELECT ${STORED} FROM record ${HOME} WHERE record.id = ${GIVEN}`),
    fileById: sql('SELECT id, hash, name, type, size, created_at AS createdAt FROM file WHERE id = ?'),

    livePage: sql('SELECT n FROM page WHERE id = ?'),
    pageTimes: sql('SELECT edited_at AS editedAt, updated_at AS updatedAt FROM page WHERE n = ?'),
    insertPage: sql(
      `INSERT INTO page (n, id, name, names, kind, declared, pdf, type, updated_at, edited_at,
         blocks, words, sentences, paragraphs, characters, view)
       VALUES (@n, @id, @name, @names, @kind, @declared, @pdf, '', @updatedAt, 0, 0, 0, 0, 0, 0, @view)`,
    ),
    updatePage: sql(
      `UPDATE page SET name = @name, names = @names, kind = @kind, declared = @declared, pdf = @pdf,
         updated_at = @updatedAt, view = @view WHERE n = @n AND id = @id`,
    ),
    deletePage: sql('DELETE FROM page WHERE n = ?'),
    addToPage: sql(
      `UPDATE page SET blocks = blocks + @blocks, words = words + @words, sentences = sentences + @sentences,
         paragraphs = paragraphs + @paragraphs, characters = characters + @characters, referring = referring + @referring,
         edited_at = CASE WHEN @recount THEN max(updated_at, coalesce((SELECT max(block.updated_at) FROM block WHERE block.page = page.n), 0))
           ELSE max(edited_at, updated_at, @latest) END
       WHERE n = @page`,
    ),
    setType: sql('UPDATE page SET type = ? WHERE id = ?'),

    blockTotals: sql(
      `SELECT page, updated_at AS updatedAt, places IS NOT NULL AS referring, 1 AS blocks, words, sentences, paragraphs, characters
       FROM block WHERE n = ?`,
    ),
    insertBlock: sql(
      `INSERT INTO record (kind, deleted, n, id, seq, size, ${BLOCK_COLUMNS.join()})
       VALUES (2, 0, ?, ?, ?, ?${', ?'.repeat(BLOCK_COLUMNS.length)}) ON CONFLICT (id) DO NOTHING`,
    ),
    updateBlock: sql(
      `UPDATE record SET ${BLOCK_COLUMNS.map((name) => `${name} = ?`).join()}, doc = iif(?, NULL, doc) WHERE n = ?`,
    ),
    hideBlock: sql(
      `UPDATE record SET ${BLOCK_COLUMNS.map((name) => `${name} = NULL`).join()}, doc = coalesce(doc, ?) WHERE n = ?`,
    ),
    insertShape: sql('INSERT INTO shape VALUES (?, ?)'),
    deleteShape: sql('DELETE FROM shape WHERE n = ?'),

    wait: sql('INSERT INTO waiting (page_id, n) VALUES (?, ?)'),
    stopWaiting: sql('DELETE FROM waiting WHERE n = ?'),
    waitingFor: sql(`SELECT ${STORED} FROM waiting JOIN record USING (n) ${HOME} WHERE page_id = ${GIVEN}`),
    standingOn: sql(
      `SELECT ${STORED} FROM record ${HOME} WHERE record.page = ${GIVEN}
       UNION ALL SELECT ${STORED} FROM shape JOIN record USING (n) ${HOME} WHERE shape.page = ${GIVEN}`,
    ),

    name: sql('SELECT n, tagged, linked FROM name WHERE fold = ?'),
    insertName: sql('INSERT INTO name (fold, tagged, linked) VALUES (?, 0, 0)'),
    addToName: sql('UPDATE name SET linked = linked + ?, tagged = tagged + ? WHERE n = ?'),
    insertRef: sql('INSERT INTO ref VALUES (?, ?, ?)'),
    deleteRef: sql('DELETE FROM ref WHERE name = ? AND tag = ? AND source = ?'),
    insertPageName: sql('INSERT INTO page_name VALUES (?, ?, ?, ?)'),
    deletePageName: sql('DELETE FROM page_name WHERE fold = ? AND alias = ? AND created_at = ? AND id = ?'),
    pagesNamed: sql(`SELECT DISTINCT id FROM page_name WHERE fold = ${GIVEN}`),
    pagesOfMoreNames: sql(
      `SELECT DISTINCT page.id FROM json_each(?) AS folds CROSS JOIN page_name ON fold = folds.value
       CROSS JOIN page ON page.id = page_name.id WHERE instr(names, '","') > 0`,
    ),
    holderOf: sql(`SELECT id FROM page_name WHERE fold = ${GIVEN} ORDER BY alias, created_at, id LIMIT 1`),
    pageToResolve: sql('SELECT declared, kind, pdf, type, names FROM page WHERE id = ?'),
    usesOfName: sql('SELECT tagged, linked FROM name WHERE fold = ?'),
    usesOfNames: sql(`SELECT ${distinctUses(1)} AS tagged, ${distinctUses(0)} AS linked`),

    anyBlockRef: sql('SELECT 1 FROM block_ref LIMIT 1'),
    insertBlockRef: sql('INSERT INTO block_ref VALUES (?, ?)'),
    deleteBlockRef: sql('DELETE FROM block_ref WHERE target = ? AND source = ?'),
    insertFileUse: sql('INSERT INTO file_use VALUES (?, ?)'),
    deleteFileUse: sql('DELETE FROM file_use WHERE file = ? AND source = ?'),
    fileUsed: sql('DELETE FROM file_unused WHERE file = ?'),
    usersOfFile: sql(
      `SELECT ${STORED} FROM file_use JOIN record ON record.n = source ${HOME} WHERE file = ${GIVEN}`,
    ),
    insertProperty: sql('INSERT INTO property VALUES (?, ?, ?)'),
    deleteProperty: sql('DELETE FROM property WHERE key = ? AND value = ? AND source = ?'),
  }
}
