/**
 * Judges whether a write changes what a reader of a share or a site sees. It is asked inside the transaction of the write,
 * before the records are written and after. It looks at the pages that the write can reach. These are the written pages, those
 * that gain or lose a name, and those that use such a name. It refuses every write that it cannot judge.
 * @see sharing 8
 */
import { dayAt, deriveBlock, derivePage, startOfDay, type GraphRecord } from '@notegraph/graph'
import type { Account, ChangeCheck, ChangeReads, GraphStore, Put, Store } from '@notegraph/store'
import { zoneOf } from '../access.ts'
import { settledSites } from '../meant-pages.ts'
import { privateTags } from './private-pages.ts'
import { publishedIds } from './published-ids.ts'
import {
  isSeenLater,
  onSite,
  ruleNow,
  privateAmong,
  type Place,
  type Shown,
  type ShownSite,
} from './seen-by-readers.ts'

/** The pages that use the names of a page whose names change, at most. */
const MOST_USERS = 1_000

/** The check of one write, and the place that it found. */
export interface ReadersCheck {
  readonly check: ChangeCheck
  /** The site or the shared page that would show the change, after the check has failed. */
  readonly place: () => Place
}

/**
 * Creates the check of a write.
 *
 * @param puts the records of the write
 * @param now milliseconds since 1970
 * @returns undefined if the account shows nothing to readers
 * @example
 * ```ts
 * const readers = await readersCheck(store, account, edit.puts, Date.now())
 * const done = await graph.commits.commit({ puts: edit.puts, ...(readers && { check: readers.check }) })
 * ```
 */
export async function readersCheck(
  store: Store,
  account: Account,
  puts: readonly Put[],
  now: number,
): Promise<ReadersCheck | undefined> {
  if (account.isPublic !== true || puts.length === 0) return undefined
  const shown = await shownBy(store, account, now)
  if (shown.shares.length === 0 && shown.sites.length === 0) return undefined
  const written = await writtenBy(store.graph(account.id), puts)
  let place: Place | undefined
  const check: ChangeCheck = (reads) => {
    const judge = new Judge(reads, shown, written)
    return () => (place = judge.after()) === undefined
  }
  return { check, place: () => place! }
}

/** The pages that a write puts on a site, takes off it, or edits there. */
export interface SiteMove {
  readonly slug: string
  readonly entered: readonly string[]
  readonly left: readonly string[]
  /** Pages that stay. Only those that a program wrote on, and that readers see as they are now. */
  readonly edited: readonly string[]
}

/** Watches what one write does to the sites of an account. */
export interface WatchedSites {
  /** Makes the check of the write from its own, if it has one. It refuses nothing else. */
  check(own: ChangeCheck | undefined): ChangeCheck
  /** The sites that the write changed, after it was written. */
  moves(): readonly SiteMove[]
}

/**
 * Watches the sites of an account during a write.
 *
 * @param puts the records of the write
 * @param now milliseconds since 1970
 * @param byProgram whether a program writes, whose edits of pages that stay count too
 * @returns undefined if the account has no open site
 * @example
 * ```ts
 * const watched = await watchSites(store, account, change.puts, Date.now(), true)
 * await graph.commits.commit({ ...change, ...(watched && { check: watched.check(change.check) }) })
 * ```
 */
export async function watchSites(
  store: Store,
  account: Account,
  puts: readonly Put[],
  now: number,
  byProgram: boolean,
): Promise<WatchedSites | undefined> {
  const shown = await shownBy(store, account, now)
  if (shown.sites.length === 0) return undefined
  const written = await writtenBy(store.graph(account.id), puts)
  let moves: readonly SiteMove[] = []
  return {
    check: (own) => (reads) => {
      const after = own?.(reads)
      const judge = new Judge(reads, { ...shown, shares: [] }, written)
      return () => {
        if (after?.() === false) return false
        moves = judge.moves(byProgram)
        return true
      }
    },
    moves: () => moves,
  }
}

async function shownBy(store: Store, account: Account, now: number): Promise<Shown> {
  const [shares, all] = await Promise.all([
    store.shares.listOpen(account.id, now),
    settledSites(store, account.id),
  ])
  const sites: ShownSite[] = []
  for (const site of all)
    if (site.endedAt === undefined)
      sites.push(
        site.publishedAt === undefined ? { site } : { site, published: await publishedIds(store, site) },
      )
  const zone = zoneOf(account.zone)
  return { shares, sites, days: { today: dayAt(now, zone), startOf: (day) => startOfDay(day, zone) } }
}

/** The pages and records that a write touches, before and after. */
interface Written {
  /** The ids of the pages that it writes on. */
  readonly pages: readonly string[]
  readonly blocks: readonly string[]
  /** The pages whose own record it writes. */
  readonly records: readonly string[]
  /** The folded names of these pages after it. */
  readonly names: readonly string[]
  /** The names that its records link or tag. */
  readonly linked: readonly string[]
}

const ENV = { file: () => undefined }

async function writtenBy({ records }: GraphStore, puts: readonly Put[]): Promise<Written> {
  const held = await records.findMany(puts.filter(({ from }) => from > 0).map(({ record }) => record.id))
  const after = puts.map(({ record }) => record)
  const all: GraphRecord[] = [...held.map(({ record }) => record), ...after]
  const pages = after.filter((record) => record.kind === 'page')
  return {
    pages: distinct(all.map((record) => (record.kind === 'page' ? record.id : record.place.pageId))),
    blocks: distinct(after.filter(({ kind }) => kind !== 'page').map(({ id }) => id)),
    records: pages.map(({ id }) => id),
    names: distinct(pages.flatMap((page) => (page.deleted === undefined ? derivePage(page, ENV).names : []))),
    linked: distinct(all.flatMap(linkedBy)),
  }
}

function linkedBy(record: GraphRecord): readonly string[] {
  if (record.kind === 'shape' || record.deleted !== undefined) return []
  const { links, tags } = record.kind === 'page' ? derivePage(record, ENV) : deriveBlock(record, ENV)
  return [...links, ...tags]
}

const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)]

/** The state before or after a write. */
interface State {
  /** The pages that readers see, with where. */
  readonly seen: ReadonlyMap<string, Place>
  /** Those of them whose words readers see as they are now. */
  readonly followed: ReadonlyMap<string, Place>
  /** For each site, those of the pages that it shows. */
  readonly onSites: readonly ReadonlySet<string>[]
  /** The pages that shares may quote. */
  readonly quotable: ReadonlySet<string>
  /** The first shared page that quotes what is written. */
  readonly quoter: string | undefined
  /** The page that each name finds. */
  readonly holders: ReadonlyMap<string, string | undefined>
  /** The names that mean the same as each name. */
  readonly same: ReadonlyMap<string, string>
}

class Judge {
  readonly #reads: ChangeReads
  readonly #shown: Shown
  readonly #written: Written
  /** Names that a page gains or loses, or that may mean the same as such a name. */
  readonly #names: readonly string[]
  /** The pages that the write can reach. */
  readonly #pages: readonly string[]
  /** Whether more pages use the names than are asked about. */
  readonly #isCut: boolean
  readonly #before: State
  /** Shared pages that quote a block on a page, by the page. */
  readonly #quotedOn: ReadonlyMap<string, readonly string[]>

  constructor(reads: ChangeReads, shown: Shown, written: Written) {
    this.#reads = reads
    this.#shown = shown
    this.#written = written
    this.#names = this.#changedNames()
    const users = this.#names.length > 1 ? reads.using(this.#names, MOST_USERS + 1) : []
    this.#isCut = users.length > MOST_USERS
    const holders = [...this.#names, ...written.linked].map((name) => reads.holder(name)?.id)
    this.#pages = distinct([
      ...written.pages,
      ...users.slice(0, MOST_USERS),
      ...holders.filter((id) => id !== undefined),
    ])
    this.#before = this.#state()
    this.#quotedOn = new Map(written.pages.map((id) => [id, reads.quoting(this.#quoters, { onPages: [id] })]))
  }

  /** @returns the site or the shared page that would show the change; undefined if no reader sees any */
  after(): Place | undefined {
    const [before, after] = [this.#before, this.#state()]
    const { pages } = this.#written
    for (const { followed } of [before, after])
      for (const id of pages) if (followed.has(id)) return followed.get(id)
    return (
      this.#placeOfNames(before, after) ??
      this.#placeOfOthers(before, after) ??
      this.#placeOfQuotes(before, after) ??
      this.#placeLater()
    )
  }

  /** The pages that enter a site, or leave it, or are edited there. */
  moves(byProgram: boolean): readonly SiteMove[] {
    const { onSites } = this.#state()
    return this.#shown.sites.flatMap(({ site: { slug }, published }, i) => {
      const [was, is] = [this.#before.onSites[i]!, onSites[i]!]
      const entered = [...is].filter((id) => !was.has(id))
      const left = [...was].filter((id) => !is.has(id))
      const edited =
        byProgram && !published ? this.#written.pages.filter((id) => was.has(id) && is.has(id)) : []
      return entered.length + left.length + edited.length > 0 ? [{ slug, entered, left, edited }] : []
    })
  }

  /** The links of seen pages lead elsewhere if another page has a name. */
  #placeOfNames(before: State, after: State): Place | undefined {
    for (const name of this.#names) {
      const [was, is] = [before.holders.get(name), after.holders.get(name)]
      if (was === is) continue
      // The page that had no name before is one that nobody asked about.
      if (is !== undefined && !this.#pages.includes(is)) return this.#anyPlace()
      const place = before.seen.get(was ?? '') ?? after.seen.get(is ?? '')
      if (place) return place
    }
    const isSame = this.#names.every((name) => before.same.get(name) === after.same.get(name))
    return this.#isCut && !isSame ? this.#anyPlace() : undefined
  }

  /** Other pages enter a site, or leave it. */
  #placeOfOthers(before: State, after: State): Place | undefined {
    for (const [i, { site }] of this.#shown.sites.entries())
      for (const id of this.#pages)
        if (before.onSites[i]!.has(id) !== after.onSites[i]!.has(id)) return { site: site.slug }
    return undefined
  }

  #placeOfQuotes(before: State, after: State): Place | undefined {
    const quoter = before.quoter ?? after.quoter
    if (quoter !== undefined) return { sharedPage: quoter }
    const changed = this.#pages.filter((id) => before.quotable.has(id) !== after.quotable.has(id))
    if (changed.length === 0) return undefined
    const names = changed.flatMap((id) => this.#reads.page(id)?.names ?? [])
    const quoters = this.#reads.quoting(this.#quoters, { onPages: changed, names })
    const [first] = [...quoters, ...changed.flatMap((id) => this.#quotedOn.get(id) ?? [])]
    return first === undefined ? undefined : { sharedPage: first }
  }

  /** A page enters a site on a later day, because of a day that is written now. */
  #placeLater(): Place | undefined {
    const { pages, blocks, records } = this.#written
    const { sites, days } = this.#shown
    const found = sites.find(
      ({ site, published }) =>
        !published &&
        (isSeenLater(this.#reads, site, pages, blocks, days) ||
          isSeenLater(this.#reads, site, records, undefined, days)),
    )
    return found && { site: found.site.slug }
  }

  #anyPlace(): Place {
    const { sites, shares } = this.#shown
    return sites[0] ? { site: sites[0].site.slug } : { sharedPage: shares[0]!.pageId }
  }

  /** Shared pages that show what they quote. */
  get #quoters(): readonly string[] {
    return this.#shown.shares.filter(({ quotes }) => quotes).map(({ pageId }) => pageId)
  }

  /** The names that pages gain or lose, with all names of the pages that have them. */
  #changedNames(): readonly string[] {
    const { records, names } = this.#written
    const before = records.flatMap((id) => this.#reads.page(id)?.names ?? [])
    const [was, is] = [new Set(before), new Set(names)]
    const changed = [...before.filter((name) => !is.has(name)), ...names.filter((name) => !was.has(name))]
    if (changed.length === 0) return []
    const held = changed.flatMap((name) => this.#reads.holder(name)?.names ?? [])
    return distinct([...changed, ...before, ...names, ...held])
  }

  #state(): State {
    const { sites, shares, days } = this.#shown
    const onSites = sites.map((one) => onSite(this.#reads, one, this.#pages, days))
    const published = new Map<string, Place>()
    const followed = new Map<string, Place>()
    for (const [i, { site, published: state }] of sites.entries())
      for (const id of onSites[i]!) (state ? published : followed).set(id, { site: site.slug })
    for (const { pageId } of shares) followed.set(pageId, { sharedPage: pageId })
    const except = privateTags(sites.map(({ site }) => ({ ...site, rule: ruleNow(this.#reads, site) })))
    const isPrivate = privateAmong(this.#reads, this.#pages, except)
    const quotable = new Set(this.#pages.filter((id) => this.#reads.page(id) && !isPrivate.has(id)))
    const holders = new Map(this.#names.map((name) => [name, this.#reads.holder(name)]))
    return {
      seen: new Map([...published, ...followed]),
      followed,
      onSites,
      quotable,
      quoter: this.#quoter(
        quotable,
        this.#names.filter((name) => quotable.has(holders.get(name)?.id ?? '')),
      ),
      holders: new Map(Array.from(holders, ([name, page]) => [name, page?.id])),
      same: new Map(
        Array.from(holders, ([name, page]) => [
          name,
          (page?.names.filter((own) => this.#reads.holder(own)?.id === page.id) ?? [name])
            .toSorted()
            .join('\n'),
        ]),
      ),
    }
  }

  /** A private page is quoted nowhere. */
  #quoter(quotable: ReadonlySet<string>, gained: readonly string[]): string | undefined {
    const quoters = this.#quoters
    if (quoters.length === 0) return undefined
    const pages = this.#written.pages.filter((id) => quotable.has(id))
    const names = [...pages.flatMap((id) => this.#reads.page(id)?.names ?? []), ...gained]
    return this.#reads.quoting(quoters, {
      names,
      ...(pages.length > 0 && { blocks: this.#written.blocks }),
    })[0]
  }
}
