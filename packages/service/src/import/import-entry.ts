/**
 * The entry of an import in the change list: one for all its transactions and attempts. A small import has its records, and
 * reverts in one commit. A large one has the numbers of its commits, and the store holds the states before and after.
 * @see decisions 8.5
 */
import { LIMITS } from '@notegraph/contract'
import { counted, isOwnersKey, PAGE_FAVORITE, type GraphRecord } from '@notegraph/graph'
import type { GraphStore, ItemChange } from '@notegraph/store'
import { BROWSER } from '../access.ts'
import { namedSubject } from '../history/restore.ts'
import { holdsOf } from '../history/restore-jobs.ts'
import type { Subject } from '../history/restore-counts.ts'
import { listedSince } from '../write/commit.ts'
import { NO_COUNTS, sumOfCounts } from './attempts.ts'
import type { ImportedRecord, OnImportCommit } from './options.ts'
import type { AddedCounts } from './report.ts'

/** An import that is going to be listed. */
export interface ImportEntry {
  readonly onCommit: OnImportCommit
  /**
   * Adds the entry to the change list, also after an import that stopped early. Nothing limits it.
   * @returns the id of the change; undefined if the import changed nothing
   */
  list(): Promise<string | undefined>
}

/** The clock and id source, and who started the import. */
export interface ImportEntryDeps {
  /** Returns the time in milliseconds since 1970. */
  readonly clock: () => number
  /** Returns a new random UUID (v4). */
  readonly newId: () => string
  /** The service's own origin, which may be part of the address of a file. */
  readonly origin?: string | undefined
  /** The name of the device, or of another way to import. */
  readonly by: string
}

type Range = [first: number, last: number]

/**
 * Begins the entry of an import.
 *
 * @example
 * ```ts
 * const entry = importEntry(store.graph('me'), { clock: Date.now, newId: randomUUID, by: COMMAND_LINE })
 * await importFolder(store, blobs, account, source, { now: Date.now(), onCommit: entry.onCommit })
 * const changeId = await entry.list()
 * ```
 */
export function importEntry(graph: GraphStore, { clock, newId, origin, by }: ImportEntryDeps): ImportEntry {
  let added = NO_COUNTS
  const commits: Range[] = []
  /** Undefined if the import wrote more than an entry has. */
  let records: Map<string, ImportedRecord> | undefined = new Map()

  /** The items of the entry. The states that a large import needs for its revert are held. */
  async function touchedBy(id: string, at: number): Promise<ItemChange[]> {
    if (records) return [...records.values()].flatMap(itemsOf)
    const [before, after] = [commits[0]![0] - 1, commits.at(-1)![1]]
    const holds = holdsOf(id)
    await graph.history.hold({ id: holds.before, seq: before, at })
    await graph.history.hold({ id: holds.after, seq: after, at })
    return [{ kind: 'graph', id, before, after, commits }]
  }

  return {
    onCommit(counts, { first, last, records: written }) {
      added = sumOfCounts(added, counts)
      const latest = commits.at(-1)
      if (latest?.[1] === first - 1) latest[1] = last
      else commits.push([first, last])
      if (!written) records = undefined
      for (const one of written ?? []) {
        const earlier = records?.get(one.after.id)
        records?.set(one.after.id, { ...(earlier ?? one), after: one.after })
      }
    },

    async list() {
      if (commits.length === 0 || records?.size === 0) return undefined
      const [id, at] = [newId(), clock()]
      const entry = {
        id,
        at,
        token: by,
        tokenId: BROWSER,
        action: 'import',
        summary: summaryOf(added),
        ...(await namedSubject(graph, await firstPage(graph, commits[0]![0] - 1), origin)),
        touched: await touchedBy(id, at),
      }
      await graph.commits.commit({
        puts: [],
        entry: { entry, most: 0, mostBytes: LIMITS.changeListBytes, since: listedSince(at) },
      })
      return id
    },
  }
}

/** New records, and the properties that a page got. @see decisions 8.1 */
function itemsOf({ before, after }: ImportedRecord): ItemChange[] {
  if (!before || after.kind !== 'page')
    return [{ kind: after.kind, id: after.id, before: null, after } as ItemChange]
  const isAdded = (key: string): boolean =>
    (isOwnersKey(key) || key === PAGE_FAVORITE) && !Object.hasOwn(before.props, key)
  return Object.keys(after.props)
    .filter(isAdded)
    .map((key): ItemChange => ({
      kind: 'property',
      id: after.id,
      key,
      before: null,
      after: after.props[key]!.v,
    }))
}

/** The page of the first record after a commit, as the entry names it. */
async function firstPage({ feed, pages }: GraphStore, seq: number): Promise<Subject> {
  const from = { seq, n: Number.MAX_SAFE_INTEGER }
  const [json] = (await feed.read(from, { records: 1, bytes: LIMITS.answerBytes })).records
  if (json === undefined) return { page: '', pageId: '' }
  const record = JSON.parse(json) as GraphRecord
  const pageId = record.kind === 'page' ? record.id : record.place.pageId
  return { page: (await pages.find(pageId))?.name ?? '', pageId }
}

function summaryOf({ pages, journals, blocks }: AddedCounts): string {
  const parts = [
    ...(pages > 0 ? [counted(pages, 'page')] : []),
    ...(journals > 0 ? [counted(journals, 'journal day')] : []),
    ...(blocks > 0 ? [counted(blocks, 'block')] : []),
  ]
  const last = parts.pop() ?? 'properties'
  return `Imported ${parts.length === 0 ? last : `${parts.join(', ')} and ${last}`}`
}
