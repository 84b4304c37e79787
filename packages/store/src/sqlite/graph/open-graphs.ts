/**
 * The open graphs. A call keeps its graph open while it runs. To make room, the store checkpoints and closes unused
 * graphs, a few at a time, the least recently used first. So there are at most `most` connections, unless more are in
 * use.
 */
import { setImmediate } from 'node:timers/promises'
import type { GraphStore } from '../../graph/graph-store.ts'
import type { SqliteGraph } from './graph.ts'

export interface OpenedGraph {
  readonly graph: SqliteGraph
  /** The graph for callers. Each call keeps the graph open while it runs. */
  readonly handle: GraphStore
  /** Whether another file, or none, is at the path of this one. */
  readonly isReplaced: () => boolean
  /**
   * Distinguishes the graph from others of the same account, because the system may reuse the inode of a closed file.
   */
  readonly epoch: number
}

export interface OpenGraphsOptions {
  /** How many graphs stay open. */
  readonly most: number
  readonly open: (id: string) => OpenedGraph
  /**
   * Checkpoints the log of a graph in another thread, so that closing the graph takes no time.
   * @param least the length in bytes from which on a log is checkpointed
   */
  readonly writeBack: (id: string, least: number) => Promise<void>
  /** Closes the other connections to the graph. */
  readonly letGo: (id: string) => void
  /** How long a caller waits for room before one more graph than `most` is opened, in milliseconds. */
  readonly patience?: number
}

export interface OpenGraphs {
  /** Runs the work on a graph, and opens the graph if it is closed. @throws if another graph replaced the known one */
  use<T>(id: string, known: KnownGraph, work: (graph: SqliteGraph) => Promise<T>): Promise<T>
  /** The number of open graphs. */
  size(): number
  /** @returns the graph if it is open */
  opened(id: string): OpenedGraph | undefined
  /** Closes the graph after its current users. The next use opens it again, without waiting for them. */
  drop(id: string): Promise<void>
  /** Runs the work while the graph is closed and nobody can open it. */
  whileClosed(id: string, work: () => void): Promise<void>
  /** Checkpoints the logs of graphs that nobody has used since the last call, and all long logs. */
  rest(): Promise<void>
  close(): Promise<void>
}

/** The graph that a caller used first, as the caller remembers it. */
export interface KnownGraph {
  epoch?: number
}

/** The number of graphs that close at the same time. */
const AT_ONCE = 4
/** One in so many connections is kept free, so that opening a graph does not wait for another to close. */
const SPARE = 8
const PATIENCE = 5_000
/** A log of so many bytes is checkpointed while its graph is in use. Otherwise SQLite would do so during a write. */
const LONG_LOG = 4 * 2 ** 20

class Entry {
  readonly id: string
  readonly opened: OpenedGraph
  users = 0
  /** New callers do not get it. It closes after its last user. */
  isDropped = false
  isClosing = false
  hasRested = false
  hasEnded = false
  readonly closed: PromiseWithResolvers<void> = Promise.withResolvers()

  constructor(id: string, opened: OpenedGraph) {
    this.id = id
    this.opened = opened
  }
}

export function openGraphs(options: OpenGraphsOptions): OpenGraphs {
  const { most, patience = PATIENCE } = options
  const low = Number.isFinite(most) ? most - Math.floor(most / SPARE) : most
  /** The most recently used is last. */
  const entries = new Map<string, Entry>()
  const unavailable = new Map<string, Promise<void>>()
  const waiting = new Set<() => void>()
  const open = new Set<Entry>()
  /** Open connections, and those about to open. */
  let count = 0
  let closing = 0
  let isClosed = false

  /** Resolves when there is room for a connection, and reserves it. Callers get room in their order. */
  function room(): Promise<void> {
    return new Promise((resolve) => {
      const give = () => {
        clearTimeout(timer)
        waiting.delete(give)
        count++
        resolve()
      }
      const timer = setTimeout(give, patience)
      waiting.add(give)
      makeRoom()
    })
  }

  function giveBack(): void {
    count--
    const [next] = waiting
    if (next && count < most) next()
  }

  /** Reserves the graph for a caller, if the caller need not wait. */
  function holdNow(id: string): Entry | undefined {
    const entry = entries.get(id)
    if (!entry && (unavailable.has(id) || count >= most)) return undefined
    if (!entry) count++
    return hold(entry ?? start(id))
  }

  async function holdLater(id: string): Promise<Entry> {
    for (;;) {
      const held = holdNow(id)
      if (held) return held
      const blocked = unavailable.get(id)
      if (blocked) {
        await blocked
        continue
      }
      await room()
      if (!isClosed && !entries.has(id) && !unavailable.has(id)) return hold(start(id))
      giveBack()
    }
  }

  function hold(entry: Entry): Entry {
    entries.delete(entry.id)
    entries.set(entry.id, entry)
    entry.hasRested = false
    entry.users++
    return entry
  }

  /** Opens a graph in the reserved room. */
  function start(id: string): Entry {
    try {
      if (isClosed) throw new Error('the store was closed')
      const entry = new Entry(id, options.open(id))
      entries.set(id, entry)
      open.add(entry)
      if (count > low) makeRoom()
      return entry
    } catch (error) {
      giveBack()
      throw error
    }
  }

  /** Starts to close surplus graphs that nobody uses. */
  function makeRoom(): void {
    const wanted = waiting.size > 0 ? most - waiting.size : low
    for (const entry of entries.values()) {
      if (closing >= AT_ONCE || count - closing <= wanted) return
      if (entry.users === 0 && !entry.isClosing) void closeIdle(entry)
    }
  }

  async function closeIdle(entry: Entry): Promise<void> {
    closing++
    entry.isClosing = true
    await setImmediate() // lets waiting requests run between two graphs
    await options.writeBack(entry.id, 0)
    if (entry.users === 0 && !entry.isDropped && !isClosed) {
      entries.delete(entry.id)
      await end(entry)
    }
    entry.isClosing = false
    closing--
    makeRoom()
  }

  async function end(entry: Entry): Promise<void> {
    if (entry.hasEnded) return entry.closed.promise
    entry.isDropped = entry.hasEnded = true
    options.letGo(entry.id)
    await entry.opened.graph.close()
    open.delete(entry)
    entry.closed.resolve()
    giveBack()
  }

  function drop(id: string): Promise<void> {
    const entry = entries.get(id)
    if (!entry) return Promise.resolve()
    entries.delete(id)
    entry.isDropped = true
    if (entry.users === 0) void end(entry)
    return entry.closed.promise
  }

  function release(entry: Entry): void {
    entry.users--
    if (entry.users > 0) return
    if (entry.isDropped) void end(entry)
    else if (count > low || waiting.size > 0) makeRoom()
  }

  return {
    async use(id, known, work) {
      const entry = holdNow(id) ?? (await holdLater(id))
      try {
        known.epoch ??= entry.opened.epoch
        if (known.epoch !== entry.opened.epoch)
          throw new Error('the graph was replaced while a caller held it')
        return await work(entry.opened.graph)
      } finally {
        release(entry)
      }
    },
    size: () => open.size,
    opened: (id) => entries.get(id)?.opened,
    drop,
    async whileClosed(id, work) {
      while (unavailable.has(id)) await unavailable.get(id)
      const done = drop(id).then(work)
      unavailable.set(
        id,
        done.catch(() => {}),
      )
      try {
        await done
      } finally {
        unavailable.delete(id)
      }
    },
    async rest() {
      for (const [id, entry] of Array.from(entries)) {
        if (isClosed) return
        await options.writeBack(id, entry.hasRested ? 0 : LONG_LOG)
        entry.hasRested = true
      }
    },
    async close() {
      isClosed = true
      for (const give of waiting) give()
      entries.clear()
      await Promise.all(Array.from(open, end))
    },
  }
}
