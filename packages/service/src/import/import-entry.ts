/**
 * The entry of an import in the change list: one for all its transactions and attempts. A small import has its records, and
 * reverts in one commit. A large one has the numbers of its commits, and the store holds the states before and after.
 *
 * The list has an entry without them from the beginning, and each commit of the import names it. So an import whose process
 * was killed is listed, and can be reverted.
 * @see decisions 8.5
 */
import { LIMITS } from '@notegraph/contract'
import { counted, isOwnersKey, PAGE_FAVORITE, type GraphRecord } from '@notegraph/graph'
import type { ChangeEntry, GraphStore, ItemChange, NewChangeEntry } from '@notegraph/store'
import { BROWSER } from '../access.ts'
import { namedSubject } from '../history/restore.ts'
import { holdsOf } from '../history/restore-jobs.ts'
import type { Subject } from '../history/restore-counts.ts'
import type { GraphChange } from '../history/revert-graph.ts'
import { listedSince } from '../write/commit.ts'
import { NO_COUNTS, sumOfCounts } from './attempts.ts'
import type { ImportedRecord, OnImportCommit } from './options.ts'
import type { AddedCounts } from './report.ts'

/** An import that is listed. */
export interface ImportEntry {
  /** The id of the change. */
  readonly changeId: string
  readonly onCommit: OnImportCommit
  /**
   * Puts what the import added into its entry, also after one that stopped early. Nothing limits it.
   * @returns the id of the change; undefined if the import changed nothing, and so is not listed
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
 * Lists an import that begins.
 *
 * @example
 * ```ts
 * const { changeId, onCommit, list } = await importEntry(store.graph('me'), { clock: Date.now, newId: randomUUID, by: COMMAND_LINE })
 * await importFolder(store, blobs, account, source, { now: Date.now(), changeId, onCommit })
 * await list()
 * ```
 */
export async function importEntry(
  graph: GraphStore,
  { clock, newId, origin, by }: ImportEntryDeps,
): Promise<ImportEntry> {
  const id = newId()
  const holds = holdsOf(id)
  const { history, commits: writes } = graph
  const begunAt = clock()
  const base = (await history.hold({ id: holds.before, at: begunAt }))!
  const begun = { id, token: by, tokenId: BROWSER, action: 'import' }
  const listed = (entry: ChangeEntry): NewChangeEntry => ({
    entry,
    most: 0,
    mostBytes: LIMITS.changeListBytes,
    since: listedSince(entry.at),
  })
  await writes.commit({
    puts: [],
    entry: listed({
      ...begun,
      at: begunAt,
      summary: UNFINISHED,
      page: '',
      pageId: '',
      touched: [{ kind: 'graph', id, before: base, after: base, commits: [] }],
    }),
  })
  let added = NO_COUNTS
  const commits: Range[] = []
  /** Undefined if the import wrote more than an entry has. */
  let records: Map<string, ImportedRecord> | undefined = new Map()

  /** The items of the entry. The states that a large import needs for its revert are held. */
  async function touchedBy(at: number): Promise<ItemChange[]> {
    if (records) return [...records.values()].flatMap(itemsOf)
    const after = commits.at(-1)![1]
    await history.hold({ id: holds.after, seq: after, at })
    return [{ kind: 'graph', id, before: base, after, commits }]
  }

  return {
    changeId: id,
    onCommit(counts, { first, last, records: written }) {
      added = sumOfCounts(added, counts)
      addRange(commits, [first, last])
      if (!written) records = undefined
      for (const one of written ?? []) {
        const earlier = records?.get(one.after.id)
        records?.set(one.after.id, { ...(earlier ?? one), after: one.after })
      }
    },

    async list() {
      const [first] = commits
      const isListed = first !== undefined && records?.size !== 0
      const at = clock()
      const entry = isListed && {
        ...begun,
        at,
        summary: summaryOf(added),
        ...(await namedSubject(graph, await firstPage(graph, first[0] - 1), origin)),
        touched: await touchedBy(at),
      }
      await writes.commit({ puts: [], drops: id, ...(entry && { entry: listed(entry) }) })
      if (!entry || records) await history.release(holds.before)
      return entry ? id : undefined
    },
  }
}

const UNFINISHED = 'Began an import that has not finished'

/** Numbers whose authors are looked up at once. */
const STEP = 10_000

/** Adds the commits of an import that has not finished, or whose process was killed. */
export async function withItsCommits(
  { history, commits }: Pick<GraphStore, 'history' | 'commits'>,
  change: GraphChange,
): Promise<GraphChange> {
  if (change.commits?.length !== 0) return change
  const own: Range[] = []
  const head = await commits.head()
  for (let from = change.before + 1; from <= head; from += STEP) {
    const numbers = Array.from({ length: Math.min(STEP, head + 1 - from) }, (_, n) => from + n)
    const authors = await history.authorships(numbers)
    for (const seq of numbers) if (authors.get(seq)?.id === change.id) addRange(own, [seq, seq])
  }
  return { ...change, after: own.at(-1)?.[1] ?? change.before, commits: own }
}

function addRange(ranges: Range[], [first, last]: Range): void {
  const latest = ranges.at(-1)
  if (latest?.[1] === first - 1) latest[1] = last
  else ranges.push([first, last])
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
