/**
 * Recovers blocks that no page shows. An interrupted import may have left them, or a device that never sent their page.
 * Devices recover the same way (`movedBehind`), so a block returns when its page arrives.
 *
 * @see sync, The device's rules 5
 */
import { isoDay } from '@notegraph/block-text'
import {
  recreatePage,
  compareSiblings,
  journalDay,
  linkName,
  makePage,
  nameOf,
  propOf,
  type GraphRecord,
  type PageRecord,
} from '@notegraph/graph'
import type { GraphStore, Put } from '@notegraph/store'
import { INTO, movedBehind, RECOVERED_ID, RECOVERED_NAME, type WordedRecord } from '@notegraph/sync'
import { operatorAuthor } from './author.ts'
import { OperatorError } from './operator.ts'

/** The most records with one number, so that no reader of the feed gets more at once. */
const BATCH = 1_000
/** The most merged pages that are followed from one to the next. */
const MOST_HOPS = 32

/**
 * Moves blocks of a journal day to their day. Other blocks go to the page that their page was merged into, else to the
 * page of its name, else to `Recovered blocks`. A block whose parent is on another page moves to the top level.
 *
 * @param now milliseconds since 1970
 * @returns the number of blocks that had no page or no parent
 * @throws {OperatorError} if another process wrote to the graph meanwhile
 * @example
 * ```ts
 * const recovered = await recoverBlocks(store.graph('me'), Date.now())
 * ```
 */
export async function recoverBlocks(graph: GraphStore, now: number): Promise<number> {
  const recovery = new Recovery(graph, now)
  const found = await graph.records.findMany(await graph.records.listMisplaced())
  const puts = await recovery.puts(found.map(({ record, seq }) => ({ record, from: seq })))
  const changes = Array.from({ length: Math.ceil(puts.length / BATCH) }, (_, i) => ({
    puts: puts.slice(i * BATCH, (i + 1) * BATCH),
    by: operatorAuthor(now),
  }))
  const committed = await graph.commits.commitAll(changes)
  if (!committed.ok)
    throw new OperatorError('Another process wrote to the graph during the recovery. Run the command again.')
  return found.length
}

interface Home {
  readonly id: string
  /** The blocks on the page in sibling order; grows as blocks are added. */
  blocks: WordedRecord[]
}

class Recovery {
  readonly #graph: Pick<GraphStore, 'pages' | 'records'>
  readonly #now: number
  readonly #pages: Put[] = []
  readonly #homes = new Map<string, Home>()

  constructor(graph: Pick<GraphStore, 'pages' | 'records'>, now: number) {
    this.#graph = graph
    this.#now = now
  }

  /** Pages come first, so that each block finds its page. */
  async puts(found: readonly Put[]): Promise<Put[]> {
    const held = new Map(found.map((put) => [put.record.id, put]))
    const byPage = Map.groupBy(found.map(({ record }) => record).filter(isWorded), (b) => b.place.pageId)
    const moved: WordedRecord[] = []
    for (const [pageId, blocks] of byPage) moved.push(...(await this.#recovered(pageId, sorted(blocks))))
    // A block whose day is created again is already in its place.
    const changed = moved.filter((record) => record !== held.get(record.id)!.record)
    return [...this.#pages, ...changed.map((record) => ({ record, from: held.get(record.id)!.from }))]
  }

  async #recovered(pageId: string, blocks: readonly WordedRecord[]): Promise<readonly WordedRecord[]> {
    const home = await this.#home(await this.#homeOf(pageId))
    const moved =
      home.id === pageId ? withParents(blocks, home.blocks) : movedBehind(blocks, home.blocks, home.id)
    const ids = new Set(blocks.map(({ id }) => id))
    home.blocks = sorted([...home.blocks.filter(({ id }) => !ids.has(id)), ...moved])
    return moved
  }

  async #home(id: string): Promise<Home> {
    const known = this.#homes.get(id)
    if (known) return known
    const records = (await this.#graph.records.listByPage(id)).map(({ record }) => record)
    const home = { id, blocks: sorted(records.filter(isWorded)) }
    this.#homes.set(id, home)
    return home
  }

  async #homeOf(pageId: string): Promise<string> {
    const gone = await this.#page(pageId)
    if (gone) return gone.deleted === undefined ? pageId : this.#heirOf(gone)
    const day = journalDay(pageId)
    if (day === undefined) return this.#recoveredPage()
    const record = makePage({ id: pageId, name: isoDay(day), kind: 'journal', now: this.#now })
    this.#pages.push({ record, from: 0 })
    return pageId
  }

  /** The page that a deleted page was merged into, else the page of its name. */
  async #heirOf(gone: PageRecord): Promise<string> {
    let at: PageRecord | undefined = gone
    for (let hops = 0; at && hops < MOST_HOPS; hops++) {
      const into: unknown = propOf(at, INTO)
      at = typeof into === 'string' ? await this.#page(into) : undefined
      if (at && at.deleted === undefined) return at.id
    }
    return (await this.#namesake(nameOf(gone))) ?? this.#recoveredPage()
  }

  async #recoveredPage(): Promise<string> {
    if (this.#homes.has(RECOVERED_ID)) return RECOVERED_ID
    const namesake = await this.#namesake(RECOVERED_NAME)
    if (namesake !== undefined) return namesake
    const held = await this.#graph.records.find(RECOVERED_ID)
    const record =
      held?.record.kind === 'page'
        ? recreatePage(held.record, RECOVERED_NAME, this.#now)
        : makePage({ id: RECOVERED_ID, name: RECOVERED_NAME, now: this.#now })
    this.#pages.push({ record, from: held?.seq ?? 0 })
    this.#homes.set(RECOVERED_ID, { id: RECOVERED_ID, blocks: [] })
    return RECOVERED_ID
  }

  async #namesake(name: string): Promise<string | undefined> {
    const found = await this.#graph.pages.findByName(linkName(name))
    return found && linkName(found.name) === linkName(name) ? found.id : undefined
  }

  async #page(id: string): Promise<PageRecord | undefined> {
    const record = (await this.#graph.records.find(id))?.record
    return record?.kind === 'page' ? record : undefined
  }
}

const isWorded = (record: GraphRecord): record is WordedRecord => record.kind !== 'page'

const sorted = (blocks: readonly WordedRecord[]): WordedRecord[] =>
  blocks.toSorted((a, b) => compareSiblings({ id: a.id, ...a.place }, { id: b.id, ...b.place }))

/** Blocks that stay on their page; those whose parent is elsewhere move to the top level, as readers show them. */
function withParents(blocks: readonly WordedRecord[], there: readonly WordedRecord[]): WordedRecord[] {
  const standing = new Set([...there, ...blocks].map(({ id }) => id))
  return blocks.map((block) => {
    const { place } = block
    if (place.parentId === null || standing.has(place.parentId)) return block
    return { ...block, place: { ...place, parentId: null, at: place.at + 1 } }
  })
}
