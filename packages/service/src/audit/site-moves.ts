/**
 * Notes each commit that puts a page on a site or takes one off it. The writer may be a device, a program, the web, an import, a
 * restore or a revert. A commit of a program that edits a page of a site is noted too. A site may also change with the day, without
 * a commit.
 * @see sharing 8
 */
import { LIMITS } from '@notegraph/contract'
import { dayAt, startOfDay } from '@notegraph/graph'
import { parseQuery } from '@notegraph/query'
import type { Account, CommitStep, GraphStore, Put, Site, Store } from '@notegraph/store'
import { zoneOf } from '../access.ts'
import { laterQuery } from '../sharing/later-query.ts'
import { publishedIds } from '../sharing/published-ids.ts'
import { watchSites, type SiteMove } from '../sharing/readers-check.ts'
import { sitePages } from '../sharing/site-pages.ts'
import type { Importer } from '../import/importer.ts'
import type { AuditLog } from './log.ts'

/** Names in an entry, at most. */
const MOST_NAMES = 10

type Audit = Pick<AuditLog, 'note' | 'showsPages'>
type Names = ReadonlyMap<string, string>

/**
 * Makes the step of a commit that notes what it does to the sites.
 *
 * @param clock returns the time in milliseconds since 1970
 * @example
 * const graph = withCommitSteps(store.graph('me'), 'me', { sites: noteSiteMoves(store, audit, Date.now) })
 */
export const noteSiteMoves =
  (store: Store, audit: Audit, clock: () => number): CommitStep =>
  async (write, next) => {
    const { accountId } = write
    if (write.isImport) return compared(store, accountId, audit, clock, async () => next(write))
    const [change] = write.changes
    const { puts, by, check } = change!
    const account = puts.length > 0 ? await shownAccount(store, accountId, audit) : undefined
    const watched = account && (await watchSites(store, account, puts, clock(), by?.kind === 'token'))
    if (!watched) return next(write)
    const graph = store.graph(accountId)
    const gone = await namesOfDeleted(graph, puts)
    const done = await next({ ...write, changes: [{ ...change!, check: watched.check(check) }] })
    if (done.ok)
      for (const move of watched.moves()) {
        const all = [...move.entered, ...move.left, ...move.edited]
        const named = await namesOf(graph, all.slice(0, MOST_NAMES), gone)
        await noteMove(audit, accountId, move, named, by?.name)
      }
    return done
  }

/**
 * Wraps an importer, whose commits may be written in another thread. An import has one entry for each site.
 *
 * @param clock returns the time in milliseconds since 1970
 * @example
 * ```ts
 * const importer = watchedImporter(store, importerHere(store, blobs), audit, Date.now)
 * ```
 */
export const watchedImporter = (
  store: Store,
  importer: Importer,
  audit: Audit,
  clock: () => number,
): Importer => ({
  run: async (account, from, options) => {
    const work = async () => importer.run(account, from, options)
    return options.dryRun === true ? work() : compared(store, account.id, audit, clock, work)
  },
})

/** The account, if readers see a page of it. */
async function shownAccount(store: Store, accountId: string, audit: Audit): Promise<Account | undefined> {
  if (audit.showsPages(accountId) === false) return undefined
  const account = await store.accounts.find(accountId)
  return account?.isPublic === true ? account : undefined
}

/** Compares the sites of an account before and after work. */
async function compared<T>(
  store: Store,
  accountId: string,
  audit: Audit,
  clock: () => number,
  work: () => Promise<T>,
): Promise<T> {
  const account = await shownAccount(store, accountId, audit)
  const sites = account
    ? (await store.sites.list(accountId)).filter(({ endedAt }) => endedAt === undefined)
    : []
  if (!account || sites.length === 0) return work()
  const namesNow = async () => Promise.all(sites.map(async (site) => namesOn(store, account, site, clock())))
  const before = await namesNow()
  try {
    return await work()
  } finally {
    const after = await namesNow()
    for (const [i, { slug }] of sites.entries())
      await noteDifference(audit, accountId, slug, before[i]!, after[i]!)
  }
}

/**
 * Makes a function that notes once a day what the calendar changed on a site. It compares with the day on which it was called
 * last, or else with the day before. It is called whenever the pages of a site are selected.
 *
 * @example
 * ```ts
 * const sets = siteSets(store, clock, calendarMoves(store, audit, clock))
 * ```
 */
export function calendarMoves(
  store: Store,
  audit: Pick<AuditLog, 'note'>,
  clock: () => number,
): (site: Site, account: Account) => Promise<void> {
  /** The day that was looked at last, by slug. */
  const looked = new Map<string, number>()
  return async (site, account) => {
    const zone = zoneOf(account.zone)
    const now = clock()
    const today = dayAt(now, zone)
    const last = looked.get(site.slug)
    if (!movesByDay(site, today) || last === today) return
    looked.set(site.slug, today)
    const begin = startOfDay(today, zone)
    const noted = await store.audit.latest(account.id, {
      events: ['site_pages_changed'],
      since: begin,
      limit: LIMITS.auditSitePages,
    })
    if (noted.some(({ by, subject }) => by === 'time' && subject === site.slug)) return
    const before = await namesOn(
      store,
      account,
      site,
      last === undefined ? begin - 1 : startOfDay(last, zone),
    )
    await noteDifference(
      audit,
      account.id,
      site.slug,
      before,
      await namesOn(store, account, site, now),
      'time',
    )
  }
}

/** Whether the rule of a site means another day each day. */
function movesByDay({ rule: { query } }: Site, today: number): boolean {
  const parsed = query === undefined ? undefined : parseQuery(query)
  return parsed?.ok === true && laterQuery(parsed.query, { today, startOf: () => 0 }) !== undefined
}

/** The names of the pages that a site shows at a time, by id. */
async function namesOn(store: Store, account: Account, site: Site, now: number): Promise<Names> {
  const selected = await sitePages(store.graph(account.id), site.rule, now, zoneOf(account.zone))
  const published = site.publishedAt === undefined ? undefined : await publishedIds(store, site)
  return new Map(
    [...selected].filter(([id]) => published?.has(id) !== false).map(([id, { name }]) => [id, name]),
  )
}

async function noteDifference(
  audit: Pick<AuditLog, 'note'>,
  accountId: string,
  slug: string,
  before: Names,
  after: Names,
  by?: 'time',
): Promise<void> {
  const entered = [...after.keys()].filter((id) => !before.has(id))
  const left = [...before.keys()].filter((id) => !after.has(id))
  if (entered.length + left.length === 0) return
  const move = { slug, entered, left, edited: [] }
  await noteMove(audit, accountId, move, new Map([...before, ...after]), undefined, by)
}

/** @param who the name of the writer */
async function noteMove(
  { note }: Pick<AuditLog, 'note'>,
  accountId: string,
  { slug, entered, left, edited }: SiteMove,
  names: Names,
  who: string | undefined,
  by?: 'time',
): Promise<void> {
  const listed = [
    ...entered.map((id) => `+ ${names.get(id) ?? '…'}`),
    ...left.map((id) => `− ${names.get(id) ?? '…'}`),
    ...edited.map((id) => names.get(id) ?? '…'),
  ]
  const more = listed.length > MOST_NAMES ? ', …' : ''
  await note({
    event: 'site_pages_changed',
    accountId,
    subject: slug,
    detail: `${entered.length} added, ${left.length} removed${edited.length > 0 ? `, ${edited.length} edited` : ''}`,
    name: `${listed.slice(0, MOST_NAMES).join(', ')}${more}${who === undefined ? '' : ` (${who})`}`,
    ...(by && { by }),
  })
}

/** The names of pages that a write deletes. */
async function namesOfDeleted({ pages }: GraphStore, puts: readonly Put[]): Promise<Names> {
  const deleted = puts.filter(({ record }) => record.kind === 'page' && record.deleted !== undefined)
  return namesIn(pages, deleted.slice(0, MOST_NAMES).map(({ record }) => record.id)) // prettier-ignore
}

/** @param gone the names of pages that may be deleted */
const namesOf = async ({ pages }: GraphStore, ids: readonly string[], gone: Names): Promise<Names> =>
  new Map([...gone, ...(await namesIn(pages, ids))])

async function namesIn(pages: GraphStore['pages'], ids: readonly string[]): Promise<Names> {
  const found = new Map<string, string>()
  for (const id of ids) {
    const page = await pages.find(id)
    if (page) found.set(id, page.name)
  }
  return found
}
