/** Writes the rows of records that `Reindex` derives: columns, missing pages, and uses. */
import { isOpen } from '@notegraph/block-text'
import {
  isPlain,
  NO_USES,
  type BlockRow,
  type BlockPut,
  type PagePut,
  type PageRow,
  type RecordPut,
  type RecordUses,
  type ShapePut,
  type UsesDifference,
} from '@notegraph/graph'
import { FINISHED, NO_DAY, NO_PRIORITY, OPEN, PRIORITY_CODES } from '../schema/codes.ts'
import type { BlockColumns, DerivedStatements } from './derived-statements.ts'
import type { NameRows } from './name-rows.ts'

export class RecordRows {
  readonly #sql: DerivedStatements
  readonly #names: NameRows

  constructor(sql: DerivedStatements, names: NameRows) {
    this.#sql = sql
    this.#names = names
  }

  put(put: RecordPut): void {
    if (put.kind === 'page') this.#page(put)
    else if (put.kind === 'block') this.#block(put)
    else this.#shape(put)
  }

  /** Writes the names, blocks, files and properties that record `n` uses. */
  putUses(n: number, uses: UsesDifference): void {
    this.#names.putUses(n, uses)
    if (uses.removed !== NO_USES) this.#deleteUses(n, uses.removed)
    if (uses.added !== NO_USES) this.#insertUses(n, uses.added)
  }

  #deleteUses(n: number, { blockRefs, files, properties }: RecordUses): void {
    for (const target of blockRefs) this.#sql.deleteBlockRef.run(target, n)
    for (const file of files) this.#sql.deleteFileUse.run(file, n)
    for (const [key, value] of properties) this.#sql.deleteProperty.run(key, value, n)
  }

  #insertUses(n: number, { blockRefs, files, properties }: RecordUses): void {
    for (const target of blockRefs) this.#sql.insertBlockRef.run(target, n)
    for (const file of files) {
      this.#sql.insertFileUse.run(file, n)
      this.#sql.fileUsed.run(file)
    }
    for (const [key, value] of properties) this.#sql.insertProperty.run(key, value, n)
  }

  #page({ n, row, isStored, names, uses }: PagePut): void {
    if (row) {
      const columns = { ...pageColumns(row), n }
      if (isStored) this.#sql.updatePage.run(columns)
      else this.#sql.insertPage.run(columns)
    } else if (isStored) this.#sql.deletePage.run(n)
    this.#names.putNames(names)
    this.putUses(n, uses)
  }

  #block(put: BlockPut): void {
    const { n, page, row, record, isStored, uses } = put
    this.#wait(put)
    if (row && page !== undefined) {
      const plain = isPlain(record) && row.content === record.words.text
      this.#sql.updateBlock.run(...blockColumns(row, page, plain ? record.words.rev : null), plain ? 1 : 0, n)
    } else if (isStored) this.#sql.hideBlock.run(JSON.stringify(record), n)
    this.putUses(n, uses)
  }

  #shape(put: ShapePut): void {
    const { n, page } = put
    this.#sql.deleteShape.run(n)
    this.#wait(put)
    if (page !== undefined) this.#sql.insertShape.run(n, page)
  }

  #wait({ n, mayWait, waitsFor }: BlockPut | ShapePut): void {
    if (mayWait) this.#sql.stopWaiting.run(n)
    if (waitsFor !== undefined) this.#sql.wait.run(waitsFor, n)
  }
}

/** A block's row as the columns of its table. @param rev the revision of a plain block's words; any other block's record says it itself */
export function blockColumns(row: BlockRow, page: number, rev: string | null): BlockColumns {
  const { counts, priority, marker } = row
  return [
    page,
    row.parentId,
    row.order,
    row.createdAt,
    row.updatedAt,
    rev,
    marker === undefined ? null : isOpen(marker) ? OPEN : FINISHED,
    marker ?? null,
    priority === undefined ? NO_PRIORITY : PRIORITY_CODES[priority],
    row.scheduled ?? null,
    row.deadline ?? null,
    row.due ?? NO_DAY,
    counts.words,
    counts.sentences,
    counts.paragraphs,
    counts.characters,
    row.content,
    row.text ?? null,
    row.places ?? null,
    row.more ?? null,
    row.folded ?? null,
  ]
}

const pageColumns = (row: PageRow) => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  declared: row.declared ?? null,
  pdf: row.pdf ? 1 : 0,
  updatedAt: row.updatedAt,
  names: JSON.stringify(row.names),
  view: row.view,
})
