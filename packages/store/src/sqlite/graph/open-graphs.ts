/**
 * The graphs that are open: who uses each, and which is closed to make room. A call holds a graph for as long as it runs.
 * Graphs that nobody uses are closed a few at a time, the one unused longest first, once their log is written back. So
 * there are never more connections than `most`, and those in use.
 */
import { setImmediate } from 'node:timers/promises'
import type { GraphStore } from '../../graph/graph-store.ts'
import type { SqliteGraph } from './graph.ts'

export interface OpenedGraph {
  readonly graph: SqliteGraph
  /** What callers are given: it holds the graph for as long as a call runs. */
  readonly handle: GraphStore
  /** Tells the file from another that was, or will be, at its path. */
  readonly inode: number | undefined
  /** Tells the graph from another of the same account; a closed file's inode may be given again. */
  readonly epoch: number
}

export interface OpenGraphsOptions {
  /** How many graphs stay open. */
  readonly most: number
  readonly open: (id: string) => OpenedGraph
  /**
   * Has another thread copy the log of a graph into its file, so that closing it takes no time.
   * @param least bytes that the log has to have
   */
  readonly writeBack: (id: string, least: number) => Promise<void>
  /** Lets go of what else has the graph open. */
  readonly letGo: (id: string) => void
  /** How long a caller waits for room before one more graph than `most` is opened, in milliseconds. */
  readonly patience?: number
}

export interface OpenGraphs {
  /** Runs the work on a graph, which is opened first where it is closed. @throws where it is not the graph that is known */
  use<T>(id: string, known: KnownGraph, work: (graph: SqliteGraph) => Promise<T>): Promise<T>
  /** The graph, where it is open. */
  opened(id: string): OpenedGraph | undefined
  /** Closes the graph once those who use it are done. The next use opens it again, without waiting for them. */
  drop(id: string): Promise<void>
  /** Runs the work while the graph is closed and nobody can open it. */
  whileClosed(id: string, work: () => void): Promise<void>
  /** Has the logs written back of graphs that nobody has used since the last call, and any log that is long. */
  rest(): Promise<void>
  close(): Promise<void>
}

/** What a caller remembers of the graph that it first used. */
export interface KnownGraph {
  epoch?: number
}

/** As many are closed at once. */
const AT_ONCE = 4
/** This part of `most` is kept free, so that opening a graph waits for no other to be closed. */
const SPARE = 8
const PATIENCE = 5_000
/** A log of so many bytes is written back while its graph is in use: SQLite would do it in the midst of a write. */
const LONG_LOG = 4 * 2 ** 20

class Entry {
  readonly id: string
  readonly opened: OpenedGraph
  users = 0
  /** Nobody gets it any more; it closes when the last user is done. */
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
  /** By use, the latest last. */
  const entries = new Map<string, Entry>()
  const unavailable = new Map<string, Promise<void>>()
  const waiting = new Set<() => void>()
  const open = new Set<Entry>()
  /** Connections that are there, and room that was given for one. */
  let count = 0
  let closing = 0
  let isClosed = false

  /** Resolves once there is room for a connection, which counts from then on; in the order in which callers came. */
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

  /** Holds the graph for a caller, where that takes no waiting. */
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

  /** Takes the room that was given. */
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

  /** Begins to close as many as are too many, of those that nobody uses. */
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
    await setImmediate() // whoever asks has a turn between one and the next
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
