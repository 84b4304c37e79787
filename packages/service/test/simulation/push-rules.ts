/**
 * Checks each record of a push against the server's rules, written independently from the page of rules. It compares
 * the record before, the pushed record, and the record after. @see sync, The server's rules
 */
import { HISTORY, type GraphRecord, type PageRecord, type Prop } from '@notegraph/graph'
import type { PushItem } from '@notegraph/sync'
import { isWorded, shownTexts, type Worded } from './ledger.ts'

export interface Pushed {
  readonly item: PushItem
  /** Returns the revisions with which the pushing device replaced words, over any number of edits. */
  readonly replacementsOf: (rev: string) => ReadonlySet<string>
  readonly before: GraphRecord | undefined
  readonly after: GraphRecord
  /** The server's time. */
  readonly now: number
  /** Returns a block's place, before the push and after it. */
  readonly places: readonly ((id: string) => Worded['place'] | undefined)[]
  /** Returns the page that took the blocks of a page, before the push and after it. */
  readonly homes: readonly ((pageId: string) => string)[]
  /** Whether others committed live blocks on the page after the push's cursor. */
  readonly isWrittenOn: boolean
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
const stampsOf = (record: GraphRecord): number[] => [
  record.deleted ?? 0,
  ...(isWorded(record) ? [record.words.at, record.place.at] : []),
  ...Object.values(record.props).map(({ at }) => at),
]
export const latest = (record: GraphRecord): number => Math.max(...stampsOf(record))
/** The size of a record in storage: 32 bytes for a tombstone, else 256 and the text. */
export function bytesOf(record: GraphRecord): number {
  if (record.deleted !== undefined) return 32
  const props = Object.entries(record.props).flatMap(([key, { v }]) => [
    key,
    v === null ? '' : typeof v === 'string' ? v : JSON.stringify(v),
  ])
  return 256 + Buffer.byteLength([...shownTexts(record), ...props].join(''))
}

/** The revisions that a record knows. */
export const knownTo = (record: Worded): Set<string> =>
  new Set([record.words.rev, ...record.hist, ...(record.versions ?? []).map(({ rev }) => rev)])

/** @returns messages for the broken rules */
export function brokenBy(pushed: Pushed): string[] {
  const { before, after, item } = pushed
  const limit = Math.max(pushed.now, before ? latest(before) + 1 : 0)
  const cut = (at: number) => Math.min(Math.floor(at), limit)
  const broken = before ? changed(pushed, before, cut) : created(pushed, cut)
  if (after.kind !== item.record.kind) broken.push('server 6: the kind is another one')
  return broken.map((what) => `${what} (${after.id})`)
}

type Cut = (at: number) => number

/** A record that is new to the server. */
function created(
  { item: { record: pushed, dirty, seen }, after, places, homes }: Pushed,
  cut: Cut,
): string[] {
  const broken: string[] = []
  // The path of a block ends at the page where its device put it.
  const goesOn = isWorded(pushed) && isWorded(after) && after.place.pageId !== pushed.place.pageId
  for (const [key, { v, at }] of Object.entries(pushed.props))
    if (
      !same(after.props[key], goesOn && key === ':path' ? { v: null, at: cut(at) + 1 } : { v, at: cut(at) })
    )
      broken.push(`server 4: ${key} of a new record is another`)
  if ((after.deleted === undefined) !== (pushed.deleted === undefined))
    broken.push('server 5: a new record is deleted, or is not, unlike what was pushed')
  if (!isWorded(pushed) || !isWorded(after)) return broken
  if (!same(after.words, { ...pushed.words, at: cut(pushed.words.at) }))
    broken.push('server 2: the words of a new record are others')
  const known = new Set([...(dirty.includes('words') ? seen : []), ...pushed.hist])
  known.delete(pushed.words.rev)
  if (known.size <= HISTORY && !same([...after.hist].toSorted(), [...known].toSorted()))
    broken.push('server 1: a new record forgets revisions')
  const isAsPushed = same(spot(after), spot(pushed))
  const { pageId } = pushed.place
  const mayBe =
    places.every((placeOf) => fits(pushed, placeOf)) && homes.every((homeOf) => homeOf(pageId) === pageId)
  if (!isAsPushed && mayBe) broken.push('server 3: a new record is at another place')
  if (homes.every((homeOf) => homeOf(after.place.pageId) !== after.place.pageId))
    broken.push('server 3: a new record is on a merged page')
  return broken
}

function changed(pushed: Pushed, before: GraphRecord, cut: Cut): string[] {
  const { after } = pushed
  const broken = props(pushed, before, cut)
  if (isWorded(before) && isWorded(after) && isWorded(pushed.item.record)) {
    words(pushed, before, after, pushed.item.record, cut, broken)
    place(pushed, before, after, pushed.item.record, cut, broken)
    ended(pushed, before, after, pushed.item.record, broken)
  } else if (!isWorded(before) && !isWorded(after)) pageEnded(pushed, before, after, cut, broken)
  return broken
}

function words(
  { item: { dirty, seen, drops }, replacementsOf }: Pushed,
  before: Worded,
  after: Worded,
  pushed: Worded,
  cut: Cut,
  broken: string[],
): void {
  const dropped = new Set(drops)
  const { rev, text } = pushed.words
  const held = (before.versions ?? []).filter((version) => !dropped.has(version.rev))
  const kept = new Set((after.versions ?? []).map((version) => version.rev))
  const isNews = dirty.includes('words') && !knownTo(before).has(rev)
  // The deleting device had seen everything.
  const isBack = before.deleted !== undefined && isNews
  for (const version of isBack ? [] : held)
    if (!kept.has(version.rev)) broken.push(`server 2: a version is gone that nobody dropped`)
  if ([...dropped].some((one) => kept.has(one))) broken.push('server 2: what was dropped is still a version')
  if (!isNews) {
    if (!same(after.words, before.words)) broken.push('server 1: words changed without new ones')
    if (!dirty.includes('versions') && kept.size > held.length)
      broken.push('server 1: a version came without new words')
    return
  }
  if (before.hist.length < HISTORY && [...knownTo(before)].some((one) => replacementsOf(rev).has(one)))
    broken.push('server 2: words that their own device had replaced came late and count as new')
  if (after.hist.length < HISTORY && seen.some((one) => !knownTo(after).has(one)))
    broken.push('server 2: words that were seen are not in hist')
  const at = cut(pushed.words.at)
  if (isBack || seen.includes(before.words.rev)) {
    const floor = Math.max(before.words.at, before.deleted ?? 0)
    if (!same(after.words, { text, rev, at: Math.max(at, floor + 1) }))
      broken.push('server 2: an update by somebody who had seen the words is not shown')
    if (isBack && after.deleted !== undefined && !dirty.includes('deleted'))
      broken.push('server 5: words did not bring a deleted block back')
    if (!dirty.includes('versions') && !isBack && kept.size > held.length)
      broken.push('server 2: an update made a version')
    return
  }
  // Versions that this push dropped no longer count as equal.
  if (text === before.words.text || held.some((version) => version.text === text)) {
    if (!same(after.words, before.words) || (kept.size > held.length && !dirty.includes('versions')))
      broken.push('server 2: an equal text did not collapse')
    return
  }
  const [shown, other] = at > before.words.at ? [rev, before.words.rev] : [before.words.rev, rev]
  if (after.words.rev !== shown) broken.push('server 2: the earlier of two is shown')
  if (!kept.has(other) && !dropped.has(other)) broken.push('server 2: the other of two is lost')
  const loser = shown === rev ? before.words : pushed.words
  const version = after.versions?.find((one) => one.rev === other)
  if (version && version.text !== loser.text) broken.push('server 2: a version says something else')
}

const spot = ({ place: { pageId, parentId, order } }: Worded) => ({ pageId, parentId, order })

/** Whether a block's place is valid: under a block of its page, without a cycle. */
function fits({ id, place }: Worded, placeOf: Pushed['places'][number]): boolean {
  if (place.parentId === null) return true
  const parent = placeOf(place.parentId)
  if (parent && parent.pageId !== place.pageId) return false
  const met = new Set([id])
  for (let at: string | null = place.parentId; at !== null; at = placeOf(at)?.parentId ?? null) {
    if (met.has(at)) return false
    met.add(at)
  }
  return true
}

function place(
  { item: { dirty }, now, places }: Pushed,
  before: Worded,
  after: Worded,
  pushed: Worded,
  cut: Cut,
  broken: string[],
): void {
  const at = cut(pushed.place.at)
  const isTaken = same(after.place, { ...spot(pushed), at })
  const isFuture = pushed.place.at > now && same(spot(before), spot(pushed))
  const isLater = dirty.includes('place') && at > before.place.at && !isFuture
  if (!isLater || !places.some((placeOf) => fits(pushed, placeOf))) {
    if (!same(after.place, before.place)) broken.push('server 3: a place was taken that may not be')
  } else if (!isTaken && places.every((placeOf) => fits(pushed, placeOf)))
    broken.push('server 3: the later place did not win')
}

function props({ item: { dirty, record }, after, now }: Pushed, before: GraphRecord, cut: Cut): string[] {
  const broken: string[] = []
  const isBack = before.kind === 'page' && before.deleted !== undefined && record.deleted === undefined
  for (const key of new Set([...Object.keys(before.props), ...Object.keys(after.props)])) {
    const [held, pushed] = [before.props[key], record.props[key]]
    const said = dirty.includes(`props.${key}`) && pushed ? { v: pushed.v, at: cut(pushed.at) } : undefined
    const isAgain = said && held && pushed!.at > now && same(said.v, held.v) && !isBack
    const expected = said && !isAgain && isLater(said, held) ? said : held
    if (!same(after.props[key], expected)) broken.push(`server 4: ${key} is another`)
  }
  return broken
}

function isLater(pushed: Prop, held: Prop | undefined): boolean {
  if (!held || pushed.at !== held.at) return !held || pushed.at > held.at
  const text = ({ v }: Prop) => (typeof v === 'string' ? v : JSON.stringify(v))
  return text(pushed) > text(held)
}

function ended(
  { item: { dirty, seen } }: Pushed,
  before: Worded,
  after: Worded,
  pushed: Worded,
  broken: string[],
): void {
  if (before.deleted === undefined) {
    const known = new Set(dirty.includes('words') ? [...seen, pushed.words.rev] : seen)
    const hasSeen = [after.words, ...(after.versions ?? [])].every(({ rev }) => known.has(rev))
    const isAsked = dirty.includes('deleted') && pushed.deleted !== undefined
    if (after.deleted !== undefined && !(isAsked && hasSeen))
      broken.push('server 5: a block was deleted by somebody who had not seen it')
    if (after.deleted === undefined && isAsked && hasSeen)
      broken.push('server 5: a block was not deleted by somebody who had seen it')
  } else if (after.deleted === undefined && after.words.rev === before.words.rev && !after.versions)
    broken.push('server 5: a deleted block came back without words')
}

function pageEnded(
  { item: { record: pushed, dirty }, isWrittenOn }: Pushed,
  before: PageRecord,
  after: PageRecord,
  cut: Cut,
  broken: string[],
): void {
  const written = Math.max(0, ...Object.values(after.props).map(({ at }) => at))
  const isBack = before.deleted !== undefined && !same(after.props, before.props) && written > before.deleted
  const isAsked = dirty.includes('deleted') && pushed.deleted !== undefined && cut(pushed.deleted) >= written
  const isAlive = before.deleted === undefined || isBack
  // Restored and deleted in one push, a page ends as after two pushes.
  const isDeleted = !isAlive || (isAsked && !isWrittenOn)
  if ((after.deleted !== undefined) !== isDeleted)
    broken.push(`server 5: a page is ${after.deleted === undefined ? 'alive' : 'deleted'}, and should not be`)
}

/** Conditions of every committed record, by any writer. */
export function brokenByCommit(before: GraphRecord | undefined, after: GraphRecord, now: number): string[] {
  const broken: string[] = []
  // A deletion comes after the text of the same push, and after a stamp in the future, once for each group at most.
  const limit = Math.max(now + 1, before ? latest(before) + 4 : 0)
  if (stampsOf(after).some((at) => at > limit)) broken.push('server 6: a stamp of the future')
  if (stampsOf(after).some((at) => !Number.isSafeInteger(at)))
    broken.push('server 10: a time with a fraction')
  if (after.updatedAt < latest(after)) broken.push('ideas 2: updatedAt is not the latest stamp')
  if (before && after.updatedAt < before.updatedAt) broken.push('ideas 2: updatedAt went back')
  for (const [key, { at }] of Object.entries(before?.props ?? {}))
    if (!after.props[key] || after.props[key].at < at) broken.push(`server 4: ${key} went back, or is gone`)
  if (before && isWorded(before) && isWorded(after)) {
    if (after.place.at < before.place.at) broken.push('server 3: the place went back')
    if (after.place.at === before.place.at && !same(after.place, before.place))
      broken.push('ideas 2: another place without another time')
    if (after.words.at < before.words.at) broken.push('ideas 2: the time of the words went back')
    if (after.words.rev === before.words.rev && after.words.text !== before.words.text)
      broken.push('ideas 3: other words under one revision')
    const known = knownTo(after)
    if (after.hist.length < HISTORY && [...knownTo(before)].some((rev) => !known.has(rev)))
      broken.push('server 1: a revision is forgotten')
  }
  return broken.map((what) => `${what} (${after.id})`)
}
