/**
 * The engine of a device: reads and edits a graph offline or online, and syncs it with a server. The caller passes the
 * store, the transport, the time and the ids. The engine therefore runs in a browser, in Electron and in Node.
 *
 * @see sync, The device's rules
 */
import type { GraphRecord, PageRecord } from '@notegraph/graph'
import { attachments } from '../files/attachments.ts'
import type { FileEdits, Upload } from '../files/file-edits.ts'
import { DEVICE_LIMITS } from '../limits.ts'
import type { Conflict, WireError } from '../message.ts'
import type { WordedRecord } from '../revision.ts'
import { Core } from './core.ts'
import { blockEdits, type BlockEdits } from './edit-blocks.ts'
import { editOutline, type OutlineEdit, type OutlineEditResult } from './edit-outline.ts'
import { pageEdits, type PageEdits } from './edit-pages.ts'
import { isPage } from './merge-pages.ts'
import { named, PENDING, type LocalStore, type OwnValue, type Progress } from './local.ts'
import { isWorded, standingOn } from './move.ts'
import { listening } from './listening.ts'
import { runPass, type PassEnd } from './pass.ts'
import { schedule } from './schedule.ts'
import { shownOn } from './siblings.ts'
import type { Environment } from './environment.ts'
import { systemEnvironment } from './system.ts'
import type { FileTransport, ServerState, Transport } from './transport.ts'

/** The parts that an engine works with. */
export interface EngineOptions {
  /**
   * The permanent name of this device, up to 100 characters. Conflicting versions show a name of up to 36 characters
   * `A-Z a-z 0-9 . _ -`. Default: a random name that the store keeps.
   */
  readonly device?: string
  readonly store: LocalStore
  readonly transport: Transport
  /** Default: the clock, random numbers, timers and events of the program. */
  readonly environment?: Environment
  /** The most bytes of copies of the server's files on this device. Default: 256 MB. */
  readonly copyBytes?: number
}

/** The state of an engine. */
export type State =
  /** `waiting`: another window of the app uses the store. This engine starts when that window closes. */
  | { readonly status: 'idle' | 'pushing' | 'offline' | 'waiting' }
  /** `progress` is present during a full pull and changes with each answer. */
  | { readonly status: 'pulling'; readonly progress?: Progress }
  | { readonly status: 'error'; readonly reason: WireError }

/** The records that the server may not have yet, and those that it rejected. */
export interface PendingCounts {
  readonly waiting: number
  readonly refused: readonly { readonly id: string; readonly reason: WireError }[]
}

/** The events of an engine. */
export interface EngineEvents {
  state: State
  /** Ids of the records that changed. */
  change: readonly string[]
  /** The upload queue, after each change. */
  uploads: readonly Upload[]
}

/** A block or shape of a page; `depth` is 0 at the top level. */
export interface ShownBlock {
  readonly record: WordedRecord
  readonly depth: number
}

/** The graph of a device. All edits work offline. */
export interface Engine extends BlockEdits, PageEdits, FileEdits {
  /**
   * Applies the edit of a whole page, together with the app's own values, in one transaction.
   *
   * @param keep returns these values, given the block of each row after the edit; `undefined` for a block that no
   * longer exists
   */
  setOutline(
    edit: OutlineEdit,
    keep: (blocks: readonly (WordedRecord | undefined)[]) => readonly OwnValue[],
  ): Promise<OutlineEditResult>

  /** Locks the store and loads the state. `start` calls this itself. */
  open(): Promise<void>
  /** Opens the engine and starts to sync. */
  start(): Promise<void>
  /** Stops syncing after the current pass. */
  stop(): Promise<void>
  /**
   * Runs a pass and all uploads now, for example when the user asks. Focus and a restored network trigger this without
   * a call.
   */
  sync(): Promise<void>
  readonly state: State
  /**
   * Adds a listener.
   *
   * @returns a function that removes the listener
   */
  on<E extends keyof EngineEvents>(event: E, listen: (value: EngineEvents[E]) => void): () => void

  record(id: string): Promise<GraphRecord | undefined>
  pages(): Promise<PageRecord[]>
  pageNamed(name: string): Promise<PageRecord | undefined>
  /** The blocks of a page in the order of reading. */
  blocks(pageId: string): Promise<ShownBlock[]>
  conflicts(): Promise<Conflict[]>
  pending(): Promise<PendingCounts>

  /** Returns a value of the app, stored next to the graph. */
  own(key: string): Promise<string | undefined>
  ownKeys(prefix: string): Promise<string[]>
  keep(values: readonly OwnValue[]): Promise<void>

  /** Allows the server to delete nearly everything, and continues. Ask the user first. */
  allowDeletion(): Promise<void>
}

/** Milliseconds before the engine tries rejected records again. */
const RETRY_REFUSED = 3_600_000

/**
 * Creates the engine of a device. Call `start` to sync.
 *
 * @example
 * const engine = createEngine({ store: memoryStore(), transport: fetchTransport({ url: 'https://notes.example', session: 'ngs_…' }) })
 * const page = await engine.openPage('Home')
 * if (page.ok) await engine.addBlock({ pageId: page.id }, 'TODO call Ann')
 */
export function createEngine(options: EngineOptions): Engine {
  const {
    device,
    store,
    transport,
    environment = systemEnvironment(),
    copyBytes = DEVICE_LIMITS.copyBytes,
  } = options
  const listeners: { readonly [E in keyof EngineEvents]: Set<(value: EngineEvents[E]) => void> } = {
    state: new Set(),
    change: new Set(),
    uploads: new Set(),
  }
  const emit = <E extends keyof EngineEvents>(event: E, value: EngineEvents[E]): void => {
    for (const listen of listeners[event]) listen(value)
  }
  const core = new Core(store, device, environment, (ids) => emit('change', ids))
  let state: State = { status: 'idle' }
  let triedAt = -Infinity
  let ending: Promise<unknown> = Promise.resolve()
  let isWanted = false
  let unlisten = (): void => {}

  function become(next: State): void {
    const isNews = next.status === 'error' || (next.status === 'pulling' && next.progress !== undefined)
    if (next.status === state.status && !isNews) return
    state = next
    emit('state', state)
  }

  async function open(): Promise<void> {
    await store.lock(() => become({ status: 'waiting' }))
    await core.open()
    await files.open()
    if (state.status === 'waiting') become({ status: 'idle' })
  }

  async function pass(pulls: boolean): Promise<PassEnd> {
    // A clock that was set back triggers a retry.
    if (Math.abs(environment.now() - triedAt) >= RETRY_REFUSED) {
      triedAt = environment.now()
      await tryRefused(core)
      await files.retryRefused()
    }
    const end = await runPass(
      { core, transport, report: (status, progress) => become({ status, ...(progress && { progress }) }) },
      pulls,
    )
    if (end.end === 'error') become({ status: 'error', reason: end.reason })
    else become({ status: end.end === 'done' ? 'idle' : 'offline' })
    return end
  }

  const passes = schedule(environment, (pulls) => {
    const running = pass(pulls).catch(failed)
    ending = running
    return running
  })

  let latest: ServerState | undefined
  const live = listening(environment, transport.listen, (state, isFirst) => {
    // Events may arrive late.
    if (!latest || latest.epoch !== state.epoch || latest.head < state.head) latest = state
    passes.news(() => latest !== undefined && !core.knows(latest), isFirst)
  })

  const files = attachments(
    core,
    transport.files && ofAccount(core, transport.files),
    copyBytes,
    (uploads) => emit('uploads', uploads),
    () => passes.edited(),
  )

  /** Handles a failure of the device's own store. Committed data is safe, and the next pass tries again. */
  function failed(error: unknown): PassEnd {
    const reason = {
      code: 'store',
      error: `The store of this device failed: ${error instanceof Error ? error.message : 'unknown reason'}.`,
      hint: 'Free space on the device, or restart the app.',
    }
    become({ status: 'error', reason })
    return { end: 'error', status: 0, reason }
  }

  async function sync(): Promise<void> {
    live.wake()
    await passes.now()
    // Pushes the words that now link the id that the server returned.
    if (await files.sync()) await passes.now()
  }

  return {
    ...withPushes(
      {
        ...blockEdits(core),
        ...pageEdits(core),
        setOutline: (edit: OutlineEdit, keep: Parameters<Engine['setOutline']>[1]) =>
          editOutline(core, edit, keep),
      },
      () => passes.edited(),
    ),
    attach: (file) => files.attach(file),
    retryUpload: (id) => files.retryUpload(id),
    removeUpload: (id) => files.removeUpload(id),
    uploads: () => files.uploads(),
    readFile: (id) => files.readFile(id),

    open,
    async start() {
      isWanted = true
      await open()
      if (!isWanted) return
      unlisten()
      unlisten = environment.onWake?.(() => void sync()) ?? (() => {})
      passes.start()
      live.start()
      files.start()
    },
    async stop() {
      isWanted = false
      unlisten()
      passes.stop()
      live.stop()
      await files.stop()
      await ending
    },
    sync,
    get state() {
      return state
    },
    on(event, listen) {
      listeners[event].add(listen)
      return () => void listeners[event].delete(listen)
    },

    record: async (id) => (await core.read().get(id))?.record,
    pages: async () => (await core.read().find('page')).filter(isPage).map(({ record }) => record),
    pageNamed: async (name) => (await core.read().find(named(name), 1)).find(isPage)?.record,
    blocks: async (pageId) =>
      shownOn(await standingOn(core.read(), pageId)).map(({ local, depth }) => ({
        record: local.record,
        depth,
      })),
    conflicts: async () =>
      (await core.read().find('conflict'))
        .filter(isWorded)
        .map(({ record: { id, place, words, versions = [] } }) => ({
          id,
          pageId: place.pageId,
          words,
          versions,
        })),
    async pending() {
      const counts = await Promise.all(PENDING.map((mark) => store.count(mark)))
      const refused = await store.find('refused')
      return {
        waiting: counts.reduce((sum, count) => sum + count, 0),
        refused: refused.map(({ record, refused }) => ({ id: record.id, reason: refused! })),
      }
    },
    own: (key) => store.own(key),
    ownKeys: (prefix) => store.ownKeys(prefix),
    keep: (values) =>
      core.write(async (draft) => {
        for (const [key, value] of values) draft.keep(key, value)
      }),
    async allowDeletion() {
      await core.write(async (draft) => draft.set({ allowed: true }))
      await passes.now()
    },
  }
}

/** Sends rejected records again, because the account can have space by now. */
async function tryRefused(core: Core): Promise<void> {
  await core.write(async (draft) => {
    for (const { refused: _, ...local } of await draft.find('refused')) draft.put(local)
  })
}

/** Uploads no file to another account than that of the graph. Before the first pull, only a new graph has none. */
const ofAccount = (core: Core, files: FileTransport): FileTransport => ({
  ...files,
  upload: async (file, signal) => {
    if (core.isOtherAccount ?? core.meta.account !== undefined)
      throw new Error('the session may belong to another account')
    return files.upload(file, signal)
  },
})

/** Triggers a push after each edit. */
function withPushes<E extends object>(edits: E, edited: () => void): E {
  const entries = Object.entries(edits).map(([name, edit]) => [
    name,
    async (...args: unknown[]): Promise<unknown> => {
      const result: unknown = await (edit as (...args: unknown[]) => Promise<unknown>)(...args)
      edited()
      return result
    },
  ])
  return Object.fromEntries(entries) as E
}
