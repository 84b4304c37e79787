/**
 * Which blocks and pages tag or link which names, how many do, and the types of pages that follow from it.
 * A name leads to one page alone: the first to hold it as a name, else as an alias.
 * @see decisions 1.1, 3.2
 */
import { isoDay } from '@notegraph/block-text'
import { resolveType, type BlockRow, type PageRow } from '@notegraph/graph'
import type { IndexStatements } from './index-statements.ts'

const LINK = 0
const TAG = 1

type Source = Pick<PageRow | BlockRow, 'links' | 'tags'>

interface Uses {
  readonly n: number
  /** Before this transaction. */
  readonly linked: number
  readonly tagged: number
  /** What is added to them. */
  readonly counts: [linked: number, tagged: number]
}

export class NameUses {
  readonly #sql: IndexStatements
  readonly #uses = new Map<string, Uses>()
  readonly #pages = new Set<string>()
  /** Names that a page took or gave up: all pages that share one may change. */
  readonly #moved = new Set<string>()

  constructor(sql: IndexStatements) {
    this.#sql = sql
  }

  /** Record `n` used the names of `old` and uses those of `row`. */
  source(n: number, old: Source | undefined, row: Source | undefined): void {
    this.#side(n, LINK, old?.links, row?.links)
    this.#side(n, TAG, old?.tags, row?.tags)
  }

  /** Page `id` was found by the names of `old` and is found by those of `row`. */
  names(id: string, old: PageRow | undefined, row: PageRow | undefined): void {
    const same =
      old && row && old.createdAt === row.createdAt && old.names.join('\0') === row.names.join('\0')
    if (!same) {
      for (const [i, name] of (old?.names ?? []).entries()) {
        this.#sql.deletePageName.run(name, isOwnName(old!, i) ? 0 : 1, old!.createdAt, id)
        this.#moved.add(name)
      }
      for (const [i, name] of (row?.names ?? []).entries()) {
        this.#sql.insertPageName.run(name, isOwnName(row!, i) ? 0 : 1, row!.createdAt, id)
        this.#moved.add(name)
      }
    }
    if (row) this.#pages.add(id)
  }

  /** Writes the counts, then the types of the pages that they concern. */
  finish(): void {
    const changed: string[] = []
    for (const [name, { n, linked, tagged, counts }] of this.#uses) {
      if (counts[LINK] === 0 && counts[TAG] === 0) continue
      this.#sql.addToName.run(counts[LINK], counts[TAG], n)
      const isTag = tagged + counts[TAG] > linked + counts[LINK]
      if (isTag !== tagged > linked) this.#moved.add(name)
      else changed.push(name)
    }
    // Those that tip no scale may still do so together with those of a page's other names.
    if (changed.length > 0)
      for (const { id } of this.#sql.pagesOfMoreNames.all(JSON.stringify(changed))) this.#pages.add(id)
    for (const name of this.#moved) for (const { id } of this.#sql.pagesNamed.all(name)) this.#pages.add(id)
    for (const id of this.#pages) this.#resolve(id)
  }

  #side(
    n: number,
    side: 0 | 1,
    old: readonly string[] | undefined,
    row: readonly string[] | undefined,
  ): void {
    for (const name of old ?? []) {
      if (row?.includes(name)) continue
      const uses = this.#of(name)
      this.#sql.deleteRef.run(uses.n, side, n)
      uses.counts[side]--
    }
    for (const name of row ?? []) {
      if (old?.includes(name)) continue
      const uses = this.#of(name)
      this.#sql.insertRef.run(uses.n, side, n)
      uses.counts[side]++
    }
  }

  #of(name: string): Uses {
    let uses = this.#uses.get(name)
    if (!uses) {
      const { n, linked, tagged } = this.#sql.name.get(name) ?? this.#newName(name)
      this.#uses.set(name, (uses = { n, linked, tagged, counts: [0, 0] }))
    }
    return uses
  }

  #newName(name: string): { n: number; linked: number; tagged: number } {
    return { n: Number(this.#sql.insertName.run(name).lastInsertRowid), linked: 0, tagged: 0 }
  }

  #resolve(id: string): void {
    const page = this.#sql.pageToResolve.get(id)
    if (!page) return
    const names = JSON.parse(page.names) as string[]
    const own = names.filter((name) => this.#sql.holderOf.get(name)?.id === id)
    const used = this.#usesOf(own)
    const type = resolveType({
      ...(page.declared !== null && { declared: page.declared }),
      kind: page.kind,
      pdf: page.pdf === 1,
      ...used,
    })
    if (type !== page.type) this.#sql.setType.run(type, id)
  }

  /**
   * How many tag and link any of the names, as far as it decides which are more. What uses several names counts once,
   * and is looked for only where the names' own counts leave it open: there may be very many.
   */
  #usesOf(names: readonly string[]): { tagged: number; linked: number } {
    const least = { tagged: 0, linked: 0 }
    const most = { tagged: 0, linked: 0 }
    for (const name of names) {
      const uses = this.#sql.usesOfName.get(name)
      for (const side of ['tagged', 'linked'] as const) {
        least[side] = Math.max(least[side], uses?.[side] ?? 0)
        most[side] += uses?.[side] ?? 0
      }
    }
    if (most.tagged <= least.linked) return { tagged: most.tagged, linked: least.linked }
    if (least.tagged > most.linked) return { tagged: least.tagged, linked: most.linked }
    const folds = JSON.stringify(names)
    return this.#sql.usesOfNames.get(folds, folds)!
  }
}

/** Whether it is the name itself, or that of a journal's day, which is the page's in any written form; else an alias. */
const isOwnName = ({ names, day }: PageRow, i: number): boolean =>
  i === 0 || (day !== undefined && names[i] === isoDay(day))
