/**
 * Checks each commit of an engine against the device's rules, written independently from the page of rules: marks,
 * stamps, seen revisions, merged pages and pulls. The checker's state lives as long as the device's data.
 * @see sync, The device's rules
 */
import { isoDay } from '@notegraph/block-text'
import {
  isOwnersKey,
  journalDay,
  linkName,
  nameOf,
  type GraphRecord,
  type PageRecord,
} from '@notegraph/graph'
import { RECOVERED_ID, type Local, type PullAnswer, type PushBody } from '@notegraph/sync'
import { isWorded, shownRevs, shownTexts } from './ledger.ts'
import { knownTo, latest } from './push-rules.ts'

/** One commit of a device's store. */
export interface DeviceCommit {
  readonly befores: readonly (Local | undefined)[]
  readonly puts: readonly Local[]
  readonly removed: readonly Local[]
  readonly meta: { readonly before: DeviceMeta | undefined; readonly after: DeviceMeta }
  /** The device's clock. */
  readonly clock: number
  /** Live pages before the commit. */
  pages(): Promise<readonly PageRecord[]>
  /** Live blocks on a page after the commit. */
  blocksOn(pageId: string): Promise<readonly Local[]>
}

interface DeviceMeta {
  readonly cursor?: string
  readonly offset: number
  readonly edits: number
  readonly live: number
  readonly allowed?: boolean
  readonly full?: string
}

const DAY = 86_400_000
const SKEW = 7_200_000
const LISTS = new Set(['alias', 'tags'])
const LARGE = 100
const MOST_DELETED = 0.9
/** The most seen revisions that the engine keeps. */
const MOST_SEEN = 60

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The value of a record's group. Its time is left out if a clock that was ahead may be corrected. */
function valueOf(record: GraphRecord, group: string): unknown {
  if (group.startsWith('props.')) return record.props[group.slice('props.'.length)]?.v
  if (group === 'deleted') return record.deleted !== undefined
  if (!isWorded(record)) return undefined
  if (group === 'words') return [record.words.rev, record.words.text]
  const { pageId, parentId, order } = record.place
  return group === 'place' ? [pageId, parentId, order] : undefined
}

function stampIn(record: GraphRecord | undefined, group: string): number | undefined {
  if (!record) return undefined
  if (group.startsWith('props.')) return record.props[group.slice('props.'.length)]?.at
  if (!isWorded(record)) return undefined
  return group === 'words' ? record.words.at : group === 'place' ? record.place.at : undefined
}

/** The latest time known of a record. `updatedAt` covers a later deletion elsewhere, which a deletion here hides. */
const latestKnown = (record: GraphRecord): number =>
  Math.max(latest(record), record.deleted === undefined ? 0 : record.updatedAt)

const valuesOf = (list: unknown): string[] =>
  typeof list === 'string' ? list.split(',').map((value) => value.trim()) : []

/** The identity of a page: a journal's day, or any other page's name as links fold it. */
function nameOfPage(page: PageRecord): string {
  const day = journalDay(page.id)
  return day === undefined ? linkName(nameOf(page)) : isoDay(day)
}

export class DeviceRules {
  readonly #name: string
  readonly #fail: (what: string) => void
  #pulled: PullAnswer | undefined
  #askedAt = 0
  #pulledAt = 0
  #pushed = new Map<string, PushBody['records'][number]>()
  /** Revisions that a person at this device saw when editing the block. */
  #shown = new Map<string, Set<string>>()
  /** Revisions that the person replaced, until the server answers. */
  #replaced = new Map<string, Set<string>>()
  /** Revisions that other devices may have. */
  #sent = new Set<string>()
  #absent = new Map<string, number>()

  constructor(name: string, fail: (what: string) => void) {
    this.#name = name
    this.#fail = fail
  }

  /** Copies the state along with the device's data. */
  copyOf(other: DeviceRules): void {
    this.#shown = structuredClone(other.#shown)
    this.#replaced = structuredClone(other.#replaced)
    this.#sent = new Set(other.#sent)
    this.#absent = new Map(other.#absent)
  }

  /** @param askedAt by the device's clock, as is `receivedAt` */
  pulled(answer: PullAnswer, askedAt: number, receivedAt: number): void {
    this.#pulled = answer
    this.#askedAt = askedAt
    this.#pulledAt = receivedAt
  }

  /** A push must name exactly the seen revisions. */
  pushes({ records }: PushBody): void {
    for (const { record, dirty, seen } of records) {
      if (!isWorded(record)) continue
      const mayName = new Set([...(this.#shown.get(record.id) ?? []), ...knownTo(record)])
      for (const rev of seen)
        if (!mayName.has(rev)) this.#fail(`device 4: ${rev} of ${record.id} is named as seen, and was not`)
      if (dirty.includes('words') || dirty.includes('deleted'))
        for (const rev of [...(this.#replaced.get(record.id) ?? [])].slice(-MOST_SEEN))
          if (!seen.includes(rev) && this.#sent.has(rev))
            this.#fail(`ideas 3: ${rev} of ${record.id} was replaced, and is not named as seen`)
      if (dirty.includes('words')) this.#sent.add(record.words.rev)
    }
  }

  answered({ records }: PushBody): void {
    this.#pushed = new Map(records.map((item) => [item.record.id, item]))
  }

  async committed(commit: DeviceCommit): Promise<void> {
    const { befores, puts, removed, meta } = commit
    // A record that comes again after its tombstone is a new one.
    for (const { record } of removed) this.#replaced.delete(record.id)
    if (meta.after.cursor !== undefined && meta.after.cursor !== meta.before?.cursor) this.#onPage(commit)
    const folds = puts.some((local, i) => isEdit(befores[i], local, 'props.:into'))
    for (const [i, local] of puts.entries()) {
      const before = befores[i]
      if (before) this.#marks(before, local, commit)
      this.#edits(before, local, commit, folds)
      this.#recovered(before, local, commit)
    }
    this.#deletions(commit)
    if (folds) await this.#folds(commit)
  }

  /** A page of records and its cursor must be stored in one transaction. */
  #onPage({ puts, meta, clock }: DeviceCommit): void {
    const answer = this.#pulled
    if (!answer || answer.cursor !== meta.after.cursor)
      return this.#fail('device 2: a cursor that no answer brought')
    const ids = new Set(puts.map(({ record }) => record.id))
    if (answer.records.some(({ id }) => !ids.has(id)))
      this.#fail('device 2: the cursor is kept without its page')
    const [least, most] = [answer.now - this.#pulledAt, answer.now - this.#askedAt]
    const { offset } = meta.after
    if (clock === this.#pulledAt && (offset < least || offset > Math.max(least, most)))
      this.#fail('device 3: the time of the server is not learnt')
    const local = new Map(puts.map((put) => [put.record.id, put]))
    for (const record of answer.records) this.#asPulled(record, local.get(record.id))
    // This device does not know what a clone of it has sent.
    for (const record of answer.records)
      if (isWorded(record) && !record.words.rev.startsWith(`${this.#name}~`)) this.#sent.add(record.words.rev)
  }

  /** A clean record equals the server's, and a rejected version is not shown. */
  #asPulled(server: GraphRecord, put: Local | undefined): void {
    if (!put || put.fate) return
    const { record, dirty, drops } = put
    const groups = ['words', 'place', ...Object.keys(server.props).map((key) => `props.${key}`)]
    for (const group of groups)
      if (dirty[group] === undefined && !same(valueOf(record, group), valueOf(server, group)))
        this.#fail(`ideas 2: ${group} of ${record.id} is clean, and is not what the server says`)
    if (record.versions?.some(({ rev }) => drops.includes(rev)))
      this.#fail(`device 4: a version of ${record.id} is shown that a person decided against`)
  }

  /** Only an answer for the same value clears a mark, and a dirty value is never overwritten. */
  #marks(before: Local, after: Local, { meta }: DeviceCommit): void {
    const { id } = before.record
    for (const [group, edit] of Object.entries(before.dirty)) {
      if (after.dirty[group] === undefined) {
        const item = this.#pushed.get(id)
        const isSent = item !== undefined && (item.dirty.includes(group) || group === 'drops')
        // A deletion by a device that had not seen everything is undone before it is offered to a restored server.
        const isTakenBack =
          group === 'deleted' && (after.record.deleted === undefined || meta.after.full === 'lost')
        if (!isTakenBack && (!isSent || !same(valueOf(item.record, group), valueOf(before.record, group))))
          this.#fail(`device 3: ${group} of ${id} is clean, and the server does not have it`)
        continue
      }
      // Writing on a deleted page creates it again.
      const isBegun =
        group === 'deleted' && before.record.kind === 'page' && after.record.deleted === undefined
      if (
        !isBegun &&
        after.dirty[group] === edit &&
        !same(valueOf(after.record, group), valueOf(before.record, group))
      )
        this.#fail(`device 4: ${group} of ${id} was overwritten while it was dirty`)
    }
    if (after.dirty['words'] === undefined && after.dirty['deleted'] === undefined) this.#replaced.delete(id)
  }

  #edits(before: Local | undefined, after: Local, { meta, clock }: DeviceCommit, folds: boolean): void {
    const [was, is] = [before?.record, after.record]
    const isMoved = isEdit(before, after, 'props.:path')
    const now = clock + meta.after.offset
    // One transaction can edit a record several times.
    const edits = Math.max(1, meta.after.edits - (meta.before?.edits ?? 0))
    const isPulling = meta.after.cursor !== meta.before?.cursor
    for (const group of Object.keys(after.dirty)) {
      if (!isEdit(before, after, group)) continue
      // A list joined with one of the server is later than both; restamping may have come before.
      if (isPulling && LISTS.has(group.slice('props.'.length)) && before?.dirty[group] !== undefined) continue
      const [from, at] = [stampIn(was, group), stampIn(is, group)]
      if (at === undefined || at === from || folds || isMoved || meta.after.full) continue
      if (
        at < now ||
        (from !== undefined && at <= from) ||
        at > Math.max(now, was ? latestKnown(was) : 0) + edits
      )
        this.#fail(`device 3: ${group} of ${is.id} is stamped ${at}, after ${from}, at ${now}`)
    }
    if (!isWorded(is)) return
    const isTyped = isEdit(before, after, 'words') && (!isWorded(was) || was.words.rev !== is.words.rev)
    const isDeleted = isEdit(before, after, 'deleted') && was?.deleted === undefined
    if (!isTyped && !isDeleted && !isEdit(before, after, 'drops')) return
    const shown = this.#shown.get(is.id) ?? new Set()
    this.#shown.set(is.id, shown)
    for (const rev of [...shownRevs(was), is.words.rev]) shown.add(rev)
    const replaced = this.#replaced.get(is.id) ?? new Set()
    this.#replaced.set(is.id, replaced)
    // Words that stay as a version were not seen.
    const isKept = isWorded(was) && shownTexts(is).includes(was.words.text)
    if (isTyped && isWorded(was) && !isKept) replaced.add(was.words.rev)
    if (isDeleted) for (const rev of shownRevs(was)) replaced.add(rev)
  }

  /** Blocks are recovered only after their page was absent for a day. */
  #recovered(before: Local | undefined, after: Local, { meta, clock }: DeviceCommit): void {
    const now = clock + meta.after.offset
    for (const id of Object.keys((meta.after as { absent?: object }).absent ?? {}))
      if (!this.#absent.has(id)) this.#absent.set(id, now)
    if (!before || !isWorded(before.record) || !isWorded(after.record)) return
    // Another device may have recovered it.
    if (!isEdit(before, after, 'place')) return
    const from = before.record.place.pageId
    if (after.record.place.pageId !== RECOVERED_ID || from === RECOVERED_ID) return
    const since = (meta.before as { absent?: Record<string, number> }).absent?.[from]
    const noted = this.#absent.get(from)
    if (since !== undefined && noted !== undefined && now - noted < DAY - SKEW)
      this.#fail(`device 5: ${after.record.id} was recovered before its page was absent for a day`)
  }

  /** A pull does not delete nine tenths of a large graph unless a person allowed it. */
  #deletions({ befores, puts, removed, meta }: DeviceCommit): void {
    const gone = puts.filter(
      (local, i) =>
        local.record.deleted !== undefined &&
        befores[i]?.record.deleted === undefined &&
        befores[i] !== undefined &&
        !isEdit(befores[i], local, 'deleted'),
    ).length
    const all = gone + removed.filter(({ record }) => record.deleted === undefined).length
    const { live = 0, allowed } = meta.before ?? {}
    if (live >= LARGE && all >= live * MOST_DELETED && !allowed)
      this.#fail(`device 6: ${all} of ${live} records were deleted, and nobody was asked`)
  }

  async #folds(commit: DeviceCommit): Promise<void> {
    const { befores, puts } = commit
    const after = new Map(puts.map(({ record }) => [record.id, record]))
    const pages = await commit.pages()
    for (const [i, { record }] of puts.entries()) {
      const gone = befores[i]?.record
      if (gone?.kind !== 'page' || gone.deleted !== undefined || record.deleted === undefined) continue
      if (!isEdit(befores[i], puts[i]!, 'props.:into')) continue
      const name = nameOfPage(gone)
      const twins = pages.filter((page) => nameOfPage(page) === name).map(({ id }) => id)
      const own = twins.find((id) => journalDay(id) !== undefined) ?? twins.find((id) => id === RECOVERED_ID)
      const survivor = own ?? twins.toSorted()[0]
      if (record.props[':into']?.v !== survivor || survivor === gone.id)
        this.#fail(`device 5: ${gone.id} was folded, and the one to stay is ${survivor}`)
      const before = pages.find(({ id }) => id === survivor)
      const kept = after.get(survivor ?? '') ?? before
      if (before && kept) this.#goesAlong(gone, before, kept)
      if ((await commit.blocksOn(gone.id)).length > 0)
        this.#fail(`device 5: blocks stay behind on ${gone.id}`)
    }
  }

  /** Properties and aliases of a page that is merged into another. */
  #goesAlong(gone: PageRecord, before: GraphRecord, kept: GraphRecord): void {
    for (const [key, { v, at }] of Object.entries(gone.props)) {
      if (v === null || !(isOwnersKey(key) || key === ':kind' || key === ':favorite')) continue
      const [ours, theirs] = [before.props[key], kept.props[key]]
      if (LISTS.has(key) && typeof v === 'string' && typeof ours?.v === 'string') {
        const said = new Set(valuesOf(theirs?.v))
        if (![...valuesOf(v), ...valuesOf(ours.v)].every((value) => said.has(value)))
          this.#fail(`device 5: ${key} of ${gone.id} did not go along`)
      } else if (
        !theirs ||
        theirs.at < at ||
        (at > (ours?.at ?? 0) && theirs.at === at && !same(theirs.v, v))
      )
        this.#fail(`device 5: ${key} of ${gone.id} did not go along`)
    }
  }
}

function isEdit(before: Local | undefined, after: Local, group: string): boolean {
  return after.dirty[group] !== undefined && after.dirty[group] !== before?.dirty[group]
}
