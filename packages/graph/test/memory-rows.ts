/** A store of derived rows in memory. It loads and writes the rows that `Reindex` lists, and knows no rules. */
import type { FileName } from '@notegraph/block-text'
import {
  deriveBlock,
  followersToLoad,
  ownNames,
  Reindex,
  rowsToLoad,
  totalsOf,
  typeToPut,
  withFollowers,
  type BlockRecord,
  type BlockRow,
  type BlockTotals,
  type GraphRecord,
  type NameCountPut,
  type NumberedRecord,
  type PageNamePut,
  type PageRow,
  type RecordPut,
  type ResolvedType,
  type UseCounts,
  type UsesDifference,
} from '../src/index.ts'

const SUMS = ['blocks', 'words', 'sentences', 'paragraphs', 'characters', 'referring'] as const

export interface StoredPage extends Record<(typeof SUMS)[number], number> {
  row: PageRow
  type: ResolvedType
  editedAt: number
}

export interface StoredBlock {
  readonly page: number
  readonly row: BlockRow
}

/** One use by a record, such as `block 3` `tag` `bread`. */
export type Use = readonly [n: number, kind: 'link' | 'tag' | 'block' | 'file' | 'property', value: string]

export class MemoryRows {
  readonly numbers = new Map<string, number>()
  readonly records = new Map<number, GraphRecord>()
  readonly files = new Map<string, FileName>()
  readonly pages = new Map<number, StoredPage>()
  readonly blocks = new Map<number, StoredBlock>()
  readonly shapes = new Map<number, number>()
  readonly waiting = new Map<number, string>()
  readonly uses = new Map<string, Use>()
  readonly counts = new Map<string, UseCounts>()
  readonly pageNames = new Map<string, PageNamePut>()
  readonly lines = new Map<string, string>()

  /** Writes new blocks on live pages, then records and files, and updates the derived rows. */
  commit(
    records: readonly GraphRecord[],
    files: ReadonlyMap<string, FileName> = new Map(),
    newBlocks: readonly BlockRecord[] = [],
  ): boolean {
    const before = new Map(this.files)
    for (const [id, file] of files) this.files.set(id, file)
    const reindex = new Reindex({
      before: { file: (id) => before.get(id) },
      after: { file: (id) => this.files.get(id) },
    })
    for (const record of newBlocks) this.#newBlock(record, reindex)
    const all = this.#changes(records, files)
    const toLoad = rowsToLoad(all)
    const blocks = new Map(toLoad.blocks.map((n) => [n, this.#totals(n)]))
    const pages = new Map(toLoad.pages.map((id) => [id, this.#livePage(id)]))
    for (const put of reindex.puts(all, { block: (n) => blocks.get(n), page: (id) => pages.get(id) }))
      this.#put(put)
    this.#putLines(reindex)
    this.#putNames(reindex)
    this.#putSums(reindex)
    return reindex.lines.isStale
  }

  #newBlock(record: BlockRecord, reindex: Reindex): void {
    const page = this.#livePage(record.place.pageId)
    const row = deriveBlock(record, { file: () => undefined })
    if (page === undefined || row.files.length > 0 || this.numbers.has(record.id)) return
    const n = this.numbers.size + 1
    this.numbers.set(record.id, n)
    this.records.set(n, record)
    this.blocks.set(n, { page, row })
    this.#putUses(n, reindex.newBlock(page, row))
  }

  #changes(records: readonly GraphRecord[], files: ReadonlyMap<string, FileName>) {
    const changes = records.map((after) => {
      const n = this.numbers.get(after.id) ?? this.numbers.size + 1
      this.numbers.set(after.id, n)
      const before = this.records.get(n)
      this.records.set(n, after)
      return { n, ...(before && { before }), after }
    })
    const { waitingFor, on, using } = followersToLoad(changes, files.keys())
    const where = (matches: (n: number) => boolean): NumberedRecord[] =>
      Array.from(this.records, ([n, record]) => ({ n, record })).filter(({ n }) => matches(n))
    return withFollowers(changes, {
      waiting: where((n) => waitingFor.includes(this.waiting.get(n) ?? '')),
      on: where((n) => on.includes(this.blocks.get(n)?.page ?? this.shapes.get(n) ?? 0)),
      using: where((n) => using.some((file) => this.uses.has(keyOf([n, 'file', file])))),
    })
  }

  #livePage(id: string): number | undefined {
    const n = this.numbers.get(id)
    const record = n === undefined ? undefined : this.records.get(n)
    return record?.kind === 'page' && record.deleted === undefined ? n : undefined
  }

  #totals(n: number): BlockTotals | undefined {
    const stored = this.blocks.get(n)
    if (!stored) return undefined
    const { counts, updatedAt, places } = stored.row
    return { ...counts, page: stored.page, updatedAt, referring: places === undefined ? 0 : 1 }
  }

  #put(put: RecordPut): void {
    const { n } = put
    if (put.kind === 'page') {
      if (!put.row) this.pages.delete(n)
      else this.pages.set(n, { ...(this.pages.get(n) ?? newPage()), row: put.row })
      for (const name of put.names.removed) this.pageNames.delete(nameKey(name))
      for (const name of put.names.added) this.pageNames.set(nameKey(name), name)
      this.#putUses(n, put.uses)
      return
    }
    if (put.mayWait) this.waiting.delete(n)
    if (put.waitsFor !== undefined) this.waiting.set(n, put.waitsFor)
    if (put.kind === 'shape') {
      if (put.page === undefined) this.shapes.delete(n)
      else this.shapes.set(n, put.page)
      return
    }
    if (put.row && put.page !== undefined) this.blocks.set(n, { page: put.page, row: put.row })
    else this.blocks.delete(n)
    this.#putUses(n, put.uses)
  }

  #putUses(n: number, { removed, added }: UsesDifference): void {
    for (const use of usesOf(n, removed)) {
      if (!this.uses.delete(keyOf(use))) throw new Error(`not there to delete: ${keyOf(use)}`)
    }
    for (const use of usesOf(n, added)) {
      if (this.uses.has(keyOf(use))) throw new Error(`there already: ${keyOf(use)}`)
      this.uses.set(keyOf(use), use)
    }
  }

  #putLines({ lines }: Reindex): void {
    const targets = new Set(
      [...this.uses.values()].filter(([, kind]) => kind === 'block').map(([, , id]) => id),
    )
    const puts = lines.toPut(
      lines.toLoad().filter((id) => targets.has(id)),
      (id) => this.records.get(this.numbers.get(id) ?? 0),
      (pageId) => this.#livePage(pageId) !== undefined,
      { file: (id) => this.files.get(id) },
    )
    for (const { id, line } of puts) {
      if (line) this.lines.set(id, line.text)
      else this.lines.delete(id)
    }
  }

  #putNames({ names }: Reindex): void {
    const puts = names.countPuts()
    const { ids, named, namedAlso } = names.pagesToResolve(puts, (name) => this.counts.get(name))
    for (const put of puts) this.#count(put)
    const rows = [...this.pageNames.values()]
    const found = rows.filter(
      ({ name, pageId }) =>
        named.has(name) ||
        (namedAlso.includes(name) && rows.filter((row) => row.pageId === pageId).length > 1),
    )
    for (const id of new Set([...ids, ...found.map(({ pageId }) => pageId)])) this.#resolve(id)
  }

  #count({ name, linked, tagged }: NameCountPut): void {
    const before = this.counts.get(name) ?? { linked: 0, tagged: 0 }
    this.counts.set(name, { linked: before.linked + linked, tagged: before.tagged + tagged })
  }

  #resolve(id: string): void {
    const page = this.pages.get(this.numbers.get(id) ?? 0)
    if (!page) return
    const { names, declared = null, kind, pdf } = page.row
    const own = ownNames(id, names, (name) => this.#holder(name))
    const totals = totalsOf(own.map((name) => this.counts.get(name))) ?? {
      tagged: this.#users('tag', own),
      linked: this.#users('link', own),
    }
    page.type = typeToPut({ declared, kind, pdf, type: page.type }, totals) ?? page.type
  }

  #users(kind: 'tag' | 'link', names: readonly string[]): number {
    const uses = [...this.uses.values()].filter((use) => use[1] === kind && names.includes(use[2]))
    return new Set(uses.map(([n]) => n)).size
  }

  #holder(name: string): string | undefined {
    const rows = [...this.pageNames.values()].filter((row) => row.name === name)
    return rows.toSorted(byRank)[0]?.pageId
  }

  #putSums({ sums }: Reindex): void {
    const times = new Map(
      sums.toLoad().flatMap((n) => {
        const page = this.pages.get(n)
        return page ? [[n, { editedAt: page.editedAt, updatedAt: page.row.updatedAt }] as const] : []
      }),
    )
    for (const put of sums.toPut(times)) {
      const page = this.pages.get(put.page)!
      for (const key of SUMS) page[key] += put[key]
      const known = put.recount ? this.#stamps(put.page) : [page.editedAt, put.latest]
      page.editedAt = Math.max(page.row.updatedAt, ...known)
    }
  }

  #stamps = (page: number): number[] =>
    [...this.blocks.values()].filter((block) => block.page === page).map(({ row }) => row.updatedAt)
}

const newPage = () =>
  ({
    blocks: 0,
    words: 0,
    sentences: 0,
    paragraphs: 0,
    characters: 0,
    referring: 0,
    type: 'page',
    editedAt: 0,
  }) as const

export const keyOf = (use: Use): string => use.join(' ')
const nameKey = ({ name, alias, createdAt, pageId }: PageNamePut): string =>
  [name, alias, createdAt, pageId].join(' ')
const byRank = (a: PageNamePut, b: PageNamePut): number =>
  Number(a.alias) - Number(b.alias) || a.createdAt - b.createdAt || (a.pageId < b.pageId ? -1 : 1)

function usesOf(n: number, { links, tags, blockRefs, files, properties }: UsesDifference['added']): Use[] {
  return [
    ...links.map((name): Use => [n, 'link', name]),
    ...tags.map((name): Use => [n, 'tag', name]),
    ...blockRefs.map((id): Use => [n, 'block', id]),
    ...files.map((id): Use => [n, 'file', id]),
    ...properties.map(([key, value]): Use => [n, 'property', `${key}=${value}`]),
  ]
}
