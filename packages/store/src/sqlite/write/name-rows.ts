/** Writes the rows of names in one transaction: their uses, the counts of these, and the types of the pages. */
import {
  NO_USES,
  ownNames,
  totalsOf,
  typeToPut,
  type NameUses,
  type PageNamesDifference,
  type RecordUses,
  type UseCounts,
  type UsesDifference,
} from '@notegraph/graph'
import type { DerivedStatements } from './derived-statements.ts'

const LINK = 0
const TAG = 1

interface NameRow extends UseCounts {
  readonly n: number
}

export class NameRows {
  readonly #sql: DerivedStatements
  /** The rows before this transaction, and those that it inserted. */
  readonly #rows = new Map<string, NameRow>()

  constructor(sql: DerivedStatements) {
    this.#sql = sql
  }

  /** Writes the names that record `n` uses. */
  putUses(n: number, { removed, added }: UsesDifference): void {
    if (removed !== NO_USES) this.#deleteUses(n, removed)
    if (added !== NO_USES) this.#insertUses(n, added)
  }

  #deleteUses(n: number, { links, tags }: RecordUses): void {
    for (const name of links) this.#sql.deleteRef.run(this.#row(name).n, LINK, n)
    for (const name of tags) this.#sql.deleteRef.run(this.#row(name).n, TAG, n)
  }

  #insertUses(n: number, { links, tags }: RecordUses): void {
    for (const name of links) this.#sql.insertRef.run(this.#row(name).n, LINK, n)
    for (const name of tags) this.#sql.insertRef.run(this.#row(name).n, TAG, n)
  }

  /** Writes the names that find a page. */
  putNames({ removed, added }: PageNamesDifference): void {
    for (const { name, alias, createdAt, pageId } of removed)
      this.#sql.deletePageName.run(name, alias ? 1 : 0, createdAt, pageId)
    for (const { name, alias, createdAt, pageId } of added)
      this.#sql.insertPageName.run(name, alias ? 1 : 0, createdAt, pageId)
  }

  /** Writes the counts, then the types of the pages that depend on them. */
  finish(names: NameUses): void {
    const puts = names.countPuts()
    for (const { name, linked, tagged } of puts) this.#sql.addToName.run(linked, tagged, this.#row(name).n)
    const { ids, named, namedAlso } = names.pagesToResolve(puts, (name) => this.#rows.get(name))
    const pages = new Set(ids)
    if (namedAlso.length > 0)
      for (const { id } of this.#sql.pagesOfMoreNames.all(JSON.stringify(namedAlso))) pages.add(id)
    for (const name of named) for (const { id } of this.#sql.pagesNamed.all(name)) pages.add(id)
    for (const id of pages) this.#resolve(id)
  }

  #resolve(id: string): void {
    const page = this.#sql.pageToResolve.get(id)
    if (!page) return
    const names = ownNames(id, JSON.parse(page.names) as string[], (name) => this.#sql.holderOf.get(name)?.id)
    const totals = totalsOf(names.map((name) => this.#sql.usesOfName.get(name))) ?? this.#count(names)
    const type = typeToPut({ ...page, pdf: page.pdf === 1 }, totals)
    if (type !== undefined) this.#sql.setType.run(type, id)
  }

  #count(names: readonly string[]): UseCounts {
    const folds = JSON.stringify(names)
    return this.#sql.usesOfNames.get(folds, folds)!
  }

  #row(name: string): NameRow {
    let row = this.#rows.get(name)
    if (!row) this.#rows.set(name, (row = this.#sql.name.get(name) ?? this.#insert(name)))
    return row
  }

  #insert(name: string): NameRow {
    return { n: Number(this.#sql.insertName.run(name).lastInsertRowid), linked: 0, tagged: 0 }
  }
}
