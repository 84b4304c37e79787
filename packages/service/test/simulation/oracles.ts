/** The conditions that hold after all faults end and every device has synced. @see sync, How it is proven */
import {
  journalDay,
  linkName,
  nameOf,
  outline,
  propOf,
  type GraphRecord,
  type PageRecord,
} from '@notegraph/graph'
import { RECOVERED_ID } from '@notegraph/sync'
import { isLive, themeOf } from './themes.ts'
import type { Device } from './device.ts'
import { shownTexts } from './ledger.ts'
import { bytesOf } from './push-rules.ts'
import type { World } from './world.ts'

type Worded = Exclude<GraphRecord, { readonly kind: 'page' }>
/** A condition that does not hold, as a message. */
export type Failure = string

const DAY = 86_400_000
const HOUR = 3_600_000
const MOST_ROUNDS = 30
/** More than the server's clock may have been off when a page was first absent. */
const SKEW = 7_200_000

/** Ends all faults. */
export async function mend(world: World): Promise<void> {
  const { time, devices, server } = world
  for (const device of devices) {
    device.network.isCut = false
    device.crashesAt = undefined
    device.isFull = false
  }
  await time.pass(50_000)
  for (const device of devices) await device.checkLists()
  await world.owe(false)
  server.quota = Infinity
  server.dieAfter()
  for (const { network } of devices) network.isWhole = true
  server.skew = 0
  await time.pass(40_000) // Requests in progress arrive or fail. Refused changes are tried again within the hour.
  const refused = await Promise.all(
    devices.map(async ({ engine }) => (await engine.pending()).refused.length),
  )
  if (refused.some((count) => count > 0)) await time.leap(HOUR)
}

/** A person allows the deletion of nine tenths of the graph. */
async function allow({ devices }: World): Promise<void> {
  for (const { engine } of devices) {
    const { state } = engine
    if (state.status === 'error' && state.reason.code === 'mass_deletion') await engine.allowDeletion()
  }
}

/** Syncs all devices until nothing changes. @returns the changes that continue */
export async function rest(world: World): Promise<Failure[]> {
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const before = await world.server.graph.commits.head()
    for (const { engine } of world.devices) await engine.sync()
    await allow(world)
    await world.time.pass(1_000)
    if ((await world.server.graph.commits.head()) === before) return pendingOf(world)
  }
  return ['(3) it does not come to rest']
}

async function pendingOf({ devices }: World): Promise<Failure[]> {
  const failures: Failure[] = []
  for (const { engine, setup, hadToMend } of devices) {
    const { waiting, refused } = await engine.pending()
    if (waiting > 0) failures.push(`(3) ${setup.name} has ${waiting} records that wait`)
    for (const { id, reason } of refused)
      failures.push(`(3) ${setup.name}: ${id} is refused: ${reason.error}`)
    if (hadToMend) failures.push(`(2) ${setup.name} differed from the server`)
    if (engine.state.status !== 'idle') failures.push(`(2) ${setup.name} is ${JSON.stringify(engine.state)}`)
  }
  return failures
}

export async function checkAll(world: World): Promise<Failure[]> {
  const failures = await rest(world)
  if (failures.length > 0) return [...failures, ...world.server.failures]
  if ((await Promise.all(world.devices.map(async (device) => device.waitsForPages()))).includes(true)) {
    await world.time.leap(DAY + SKEW) // absent pages have now been absent for a day, by any clock
    const again = await rest(world)
    if (again.length > 0) return again
  }
  const held = [...new Set([...world.failures, ...world.server.failures]), ...(await check(world))]
  if (held.length > 0) return held
  const late = await lateEdits(world)
  return late.length > 0 ? late : freshEdits(world)
}

/** Milliseconds until every device has connected again. */
const CONNECTED = 120_000
/** Milliseconds until an edit is pushed, and on the others: far less than a minute. */
const HEARD = 3_000

/** (7) A device that listens has an edit as soon as another has pushed it. */
async function lateEdits({ seed, time, devices }: World): Promise<Failure[]> {
  if (!isLive(seed)) return []
  await time.pass(CONNECTED)
  const failures: Failure[] = []
  for (const { setup, engine } of devices) {
    const edited = await engine.openPage(`Heard from ${setup.name}`)
    if (!edited.ok) continue
    await time.pass(HEARD)
    for (const other of devices)
      if (!(await other.engine.record(edited.id)))
        failures.push(`(7) ${other.setup.name} has not heard of an edit on ${setup.name}`)
  }
  return failures
}

async function check(world: World): Promise<Failure[]> {
  const records = await world.server.records()
  const live = records.filter(({ deleted }) => deleted === undefined)
  return [
    ...words(world, live),
    ...(await equal(world, live)),
    ...structure(live),
    ...ended(world, records),
    ...recovered(world, live),
    ...(await storage(world, records)),
    ...(await world.server.problems()),
    ...world.owed.failures(live, world.server.minSkew),
    ...(await world.server.past.failures(world.server.graph, world.server.now)),
  ]
}

/** (3) The storage in use equals the sizes of the records: 32 bytes for a tombstone, else 256 and the text. */
async function storage({ server }: World, records: readonly GraphRecord[]): Promise<Failure[]> {
  const { pages, blocks, shapes } = await server.graph.storage.usage()
  const used = pages.bytes + blocks.bytes + shapes.bytes
  const counted = records.reduce((sum, record) => sum + bytesOf(record), 0)
  return used === counted ? [] : [`(3) ${used} bytes are in use, the records count for ${counted}`]
}

/** (1) Every text is shown or kept, or was replaced by a person who had seen it. */
function words({ ledger }: World, live: readonly GraphRecord[]): Failure[] {
  const here = new Set(live.flatMap((record) => shownTexts(record).map((text) => `${record.id} ${text}`)))
  return [...ledger.typed]
    .filter(([rev, { blockId, text }]) => !ledger.gone.has(rev) && !here.has(`${blockId} ${text}`))
    .map(([rev, { blockId, text }]) => `(1) ${text} (${rev}) of ${blockId} is lost`)
}

/** (2) All devices and the server are equal. */
async function equal({ devices }: World, live: readonly GraphRecord[]): Promise<Failure[]> {
  const failures: Failure[] = []
  const theirs = new Map(live.map((record) => [record.id, canonical(record)]))
  for (const device of devices) {
    const ours = (await device.records()).filter(({ deleted }) => deleted === undefined)
    const ids = new Set([...theirs.keys(), ...ours.map(({ id }) => id)])
    const byId = new Map(ours.map((record) => [record.id, canonical(record)]))
    for (const id of ids)
      if (byId.get(id) !== theirs.get(id))
        failures.push(`(2) ${id} on ${device.setup.name}: ${byId.get(id)}; on the server: ${theirs.get(id)}`)
  }
  return failures
}

/** Ignores the order of members. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )
}

const isWorded = (record: GraphRecord): record is Worded => record.kind !== 'page'
const isPage = (record: GraphRecord): record is PageRecord => record.kind === 'page'

/** (4) Every block exists once, on a live page; there are no cycles, and no two pages with one name. */
function structure(live: readonly GraphRecord[]): Failure[] {
  const failures: Failure[] = []
  const pages = live.filter(isPage)
  const blocks = live.filter(isWorded)
  const byId = new Map(blocks.map((block) => [block.id, block]))
  const names = new Map<string, string>()
  for (const page of pages) {
    const name = journalDay(page.id) === undefined ? linkName(nameOf(page)) : page.id
    if (names.has(name)) failures.push(`(4) ${page.id} and ${names.get(name)} are both called ${name}`)
    names.set(name, page.id)
    const standing = blocks
      .filter(({ place }) => place.pageId === page.id)
      .map(({ id, place }) => ({ id, ...place }))
    if (new Set(outline(standing).map(({ item }) => item.id)).size !== standing.length)
      failures.push(`(4) the outline of ${page.id} does not show every block`)
  }
  const pageIds = new Set(pages.map(({ id }) => id))
  for (const block of blocks) {
    if (!pageIds.has(block.place.pageId))
      failures.push(`(4) ${block.id} is on ${block.place.pageId}, which is gone`)
    const met = new Set<string>()
    for (let at: Worded | undefined = block; at; at = byId.get(at.place.parentId ?? '')) {
      if (met.has(at.id)) {
        failures.push(`(4) ${block.id} is in a circle`)
        break
      }
      met.add(at.id)
    }
  }
  return failures
}

/** (6) Nothing is recovered whose page is live, and every block is where a person put it. */
function recovered({ ledger, seed }: World, live: readonly GraphRecord[]): Failure[] {
  const pageIds = new Set(live.filter(isPage).map(({ id }) => id))
  const failures: Failure[] = []
  for (const block of live.filter(isWorded)) {
    const { pageId } = block.place
    const path = (block.props[':path']?.at ?? 0) < block.place.at ? null : propOf(block, ':path')
    const from = Array.isArray(path) ? path[path.indexOf(pageId) - 1] : undefined
    if (pageId === RECOVERED_ID && typeof from === 'string' && pageIds.has(from))
      failures.push(`(6) ${block.id} is recovered from ${from}, which lives`)
    const put = ledger.put.get(block.id) ?? []
    if (new Set(put).size === 1 && pageIds.has(put[0]!) && pageId !== put[0])
      failures.push(`(6) ${block.id} was put on ${put[0]}, which lives, and is on ${pageId}`)
    // If only one device moves blocks, its last move is always kept.
    const last = put.at(-1)
    if (
      themeOf(seed).mover !== undefined &&
      !ledger.isDisturbed &&
      last !== undefined &&
      pageIds.has(last) &&
      pageId !== last
    )
      failures.push(`(6) ${block.id} was moved to ${last}, which lives, and is on ${pageId}`)
  }
  return failures
}

function into(page: GraphRecord, byId: ReadonlyMap<string, GraphRecord>): GraphRecord | undefined {
  const id = propOf(page, ':into')
  return typeof id === 'string' ? byId.get(id) : undefined
}

/** (4) A page that no person deleted is live, or the page that it was merged into is. */
function ended({ ledger }: World, records: readonly GraphRecord[]): Failure[] {
  const byId = new Map(records.map((record) => [record.id, record]))
  return records.filter(isPage).flatMap((page) => {
    const met = new Set<string>()
    for (let at: GraphRecord | undefined = page; at && !met.has(at.id); at = into(at, byId)) {
      if (at.deleted === undefined || ledger.ended.has(at.id)) return []
      met.add(at.id)
    }
    return ledger.isDisturbed ? [] : [`(4) the page ${page.id} is gone, though nobody deleted it`]
  })
}

/** (5) An edit made now, on any device, wins everywhere. */
async function freshEdits(world: World): Promise<Failure[]> {
  const failures: Failure[] = []
  for (const device of world.devices) {
    await device.engine.sync()
    failures.push(...(await freshEdit(world, device)))
  }
  failures.push(...(await rest(world)))
  const live = (await world.server.records()).filter(({ deleted }) => deleted === undefined)
  return [...failures, ...(await equal(world, live))]
}

async function freshEdit({ server, newText }: World, { engine, setup }: Device): Promise<Failure[]> {
  const [page] = (await engine.pages()).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  if (!page) return []
  const blocks = (await engine.blocks(page.id)).map(({ record }) => record.id).toSorted()
  const [typed, moved = typed] = blocks
  const [value, text] = [newText(), newText()]
  await engine.setProp(page.id, 'fresh', value)
  if (typed !== undefined) await engine.setText(typed, text)
  if (moved !== undefined) await engine.moveBlock(moved, { pageId: page.id, behind: null })
  const place = moved === undefined ? undefined : ((await engine.record(moved)) as Worded).place
  await engine.sync()
  const held = async (id: string) => (await server.graph.records.find(id))?.record
  const failed: string[] = []
  if ((await held(page.id))?.props['fresh']?.v !== value) failed.push('the property')
  if (typed !== undefined && ((await held(typed)) as Worded).words.text !== text) failed.push('the words')
  if (place && canonical(((await held(moved!)) as Worded).place) !== canonical(place)) failed.push('the move')
  return failed.map((what) => `(5) ${what} of ${setup.name} did not win`)
}
