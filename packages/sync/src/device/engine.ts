/**
 * The engine of a device: a graph that is read and edited at once, on or off line, and kept in step with the server
 * behind it. Its store, its transport, its time and its ids are given to it, so it runs in a browser, in Electron and in
 * Node.
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
import { editOutline, type OutlineEdit, type OutlineEdited } from './edit-outline.ts'
import { pageEdits, type PageEdits } from './edit-pages.ts'
import { isPage } from './fold.ts'
import { named, PENDING, type LocalStore, type OwnValue, type Progress } from './local.ts'
import { isWorded, standingOn } from './move.ts'
import { runPass, type PassEnd } from './pass.ts'
import { schedule } from './schedule.ts'
import { shownOn } from './siblings.ts'
import type { Surroundings } from './surroundings.ts'
import { systemSurroundings } from './system.ts'
import type { Transport } from './transport.ts'

export interface EngineOptions {
  /**
   * This device's name, kept for good: up to 100 characters. One of up to 36 of `A-Z a-z 0-9 . _ -` is shown with the
   * words that it made, whoever they clash with. Where left out, the device draws one and its store keeps it.
   */
  readonly device?: string
  readonly store: LocalStore
  readonly transport: Transport
  /** The clock, random numbers, timers and events of the program where left out. */
  readonly around?: Surroundings
  /** Bytes that copies of the server's files may take on this device; 256 MB where left out. */
  readonly copyBytes?: number
}

export type State =
  /** `waiting`: another window of the app works over the store, and this one begins once that is closed. */
  | { readonly status: 'idle' | 'pushing' | 'offline' | 'waiting' }
  /** `progress`: of a pull of everything, told with each answer. */
  | { readonly status: 'pulling'; readonly progress?: Progress }
  | { readonly status: 'error'; readonly reason: WireError }

/** Records that the server may not have, and those that it does not take. */
export interface Pending {
  readonly waiting: number
  readonly refused: readonly { readonly id: string; readonly reason: WireError }[]
}

export interface EngineEvents {
  state: State
  /** Ids of records that are not what they were. */
  change: readonly string[]
  /** The files that wait for their upload, whenever that is another list. */
  uploads: readonly Upload[]
}

/** A block or shape as it is shown; `depth` is 0 at the top level. */
export interface ShownBlock {
  readonly record: WordedRecord
  readonly depth: number
}

export interface Engine extends BlockEdits, PageEdits, FileEdits {
  /**
   * A whole page as a writer of text hands it over, in one step with what the app keeps of it.
   * @param keep is given the block of each row as it then is; none for one that is not there
   */
  setOutline(
    edit: OutlineEdit,
    keep: (blocks: readonly (WordedRecord | undefined)[]) => readonly OwnValue[],
  ): Promise<OutlineEdited>

  /** Waits until no other engine works over the store, then reads what was kept; a start does so too. */
  open(): Promise<void>
  /** Opens, and begins to sync. */
  start(): Promise<void>
  /** Stops syncing, once the pass that is under way has ended. */
  stop(): Promise<void>
  /** A pass and all uploads now, when somebody asks. A window that takes focus and a network that comes back do so by themselves. */
  sync(): Promise<void>
  readonly state: State
  /** @returns what takes it back */
  on<E extends keyof EngineEvents>(event: E, listen: (value: EngineEvents[E]) => void): () => void

  record(id: string): Promise<GraphRecord | undefined>
  pages(): Promise<PageRecord[]>
  pageNamed(name: string): Promise<PageRecord | undefined>
  /** The blocks of a page in the order of reading, each once. */
  blocks(pageId: string): Promise<ShownBlock[]>
  conflicts(): Promise<Conflict[]>
  pending(): Promise<Pending>

  /** What the app keeps beside the graph, under keys of its own. */
  own(key: string): Promise<string | undefined>
  ownKeys(prefix: string): Promise<string[]>
  keep(values: readonly OwnValue[]): Promise<void>

  /** Lets the server delete nearly everything, after a person was asked, and goes on. */
  allowDeletion(): Promise<void>
}

/** How often what was refused is tried anew. */
const RETRY_REFUSED = 3_600_000

export function createEngine(options: EngineOptions): Engine {
  const {
    device,
    store,
    transport,
    around = systemSurroundings(),
    copyBytes = DEVICE_LIMITS.copyBytes,
  } = options
  const listeners: { readonly [E in keyof EngineEvents]: Set<(value: EngineEvents[E]) => void> } = {
    state: new Set(),
    change: new Set(),
    uploads: new Set(),
  }
  const tell = <E extends keyof EngineEvents>(event: E, value: EngineEvents[E]): void => {
    for (const listen of listeners[event]) listen(value)
  }
  const core = new Core(store, device, around, (ids) => tell('change', ids))
  let state: State = { status: 'idle' }
  let triedAt = -Infinity
  let ending: Promise<unknown> = Promise.resolve()
  let isWanted = false
  let unlisten = (): void => {}

  function become(next: State): void {
    const isNews = next.status === 'error' || (next.status === 'pulling' && next.progress !== undefined)
    if (next.status === state.status && !isNews) return
    state = next
    tell('state', state)
  }

  async function open(): Promise<void> {
    await store.lock(() => become({ status: 'waiting' }))
    await core.open()
    await files.open()
    if (state.status === 'waiting') become({ status: 'idle' })
  }

  async function pass(pulls: boolean): Promise<PassEnd> {
    // A clock that was set back tries anew.
    if (Math.abs(around.now() - triedAt) >= RETRY_REFUSED) {
      triedAt = around.now()
      await tryRefused(core)
      await files.retryRefused()
    }
    const end = await runPass(
      { core, transport, tell: (status, progress) => become({ status, ...(progress && { progress }) }) },
      pulls,
    )
    if (end.end === 'error') become({ status: 'error', reason: end.reason })
    else become({ status: end.end === 'done' ? 'idle' : 'offline' })
    return end
  }

  const passes = schedule(around, (pulls) => {
    const running = pass(pulls).catch(failed)
    ending = running
    return running
  })

  const files = attachments(
    core,
    transport.files,
    copyBytes,
    (uploads) => tell('uploads', uploads),
    () => passes.edited(),
  )

  /** The device's own store failed: nothing is lost that was kept, and the next pass tries again. */
  function failed(error: unknown): PassEnd {
    const reason = {
      code: 'store',
      error: `The store of this device failed: ${error instanceof Error ? error.message : 'no reason was given'}.`,
      hint: 'Make room on the device, or restart the app.',
    }
    become({ status: 'error', reason })
    return { end: 'error', status: 0, reason }
  }

  async function sync(): Promise<void> {
    const [, isEdited] = await Promise.all([passes.now(), files.sync()])
    // Words that link a file by the id that the server gave.
    if (isEdited) await passes.now()
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
      unlisten = around.onWake?.(() => void sync()) ?? (() => {})
      passes.start()
      files.start()
    },
    async stop() {
      isWanted = false
      unlisten()
      passes.stop()
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

/** What was refused is sent again: there may be room by now. */
async function tryRefused(core: Core): Promise<void> {
  await core.write(async (draft) => {
    for (const { refused: _, ...local } of await draft.find('refused')) draft.put(local)
  })
}

/** Each edit is followed by a push. */
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
