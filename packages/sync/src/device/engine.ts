/**
 * Creates the engine of a device. The caller passes the store, the transport, the time and the ids. The engine therefore
 * runs in a browser, in Electron and in Node.
 *
 * @see sync, The device's rules
 */
import { attachments } from '../files/attachments.ts'
import { DEVICE_LIMITS } from '../limits.ts'
import type { Conflict, WireError } from '../message.ts'
import { ChangeLog, seenBy, type GraphChange } from './change-event.ts'
import { Core } from './core.ts'
import { RESERVED, type RecordChange } from './draft.ts'
import { editOutline, type OutlineEdit } from './edit-outline.ts'
import type { Engine, EngineEvents, EngineOptions, Refusal, State, Status, SyncResult } from './engine-api.ts'
import { engineEdits } from './edits.ts'
import { indexReads } from '../local-index/index-reads.ts'
import { queriesLater } from '../local-index/queries-later.ts'
import { findPage } from '../local-index/page-names.ts'
import { keepUnsent } from './keep-unsent.ts'
import { isPage } from './merge-pages.ts'
import { isTakenError, PENDING, type StoreTaken } from './local.ts'
import { isWorded, standingOn, type WordedLocal } from './move.ts'
import { listening } from './listening.ts'
import { runPass, type Pass, type PassEnd, type Tally } from './pass.ts'
import { applyPageFirst, isNew } from './pull.ts'
import { ask } from './pull-answers.ts'
import { schedule } from './schedule.ts'
import { shownOn } from './siblings.ts'
import { systemEnvironment } from './system.ts'
import type { FileTransport, ServerState } from './transport.ts'

/** Milliseconds between two looks for another program that took the store over. */
const LOOK_FOR_TAKER = 5_000
/** Milliseconds before the engine tries rejected records again. */
const RETRY_REFUSED = 3_600_000

/**
 * Creates the engine of a device. Call `start` to sync.
 *
 * @example
 * const engine = createEngine({ store: memoryStore(), transport: fetchTransport({ url: 'https://notes.example', token: 'ngs_…' }) })
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
    counts: new Set(),
    refused: new Set(),
    conflicts: new Set(),
    change: new Set(),
    changes: new Set(),
    uploads: new Set(),
  }
  const emit = <E extends keyof EngineEvents>(event: E, value: EngineEvents[E]): void => {
    for (const listen of listeners[event])
      try {
        listen(value)
      } catch (error) {
        environment.report?.(error)
      }
  }
  const found = queriesLater(() => core, store)
  let log = new ChangeLog(environment.now())
  const windows = new Map<string, (change: GraphChange) => void>()
  const core = new Core(store, device, environment, {
    changed(changes, origin) {
      found.changed(changes)
      const refused = changes.flatMap(newRefusal)
      if (refused.length > 0) emit('refused', refused)
      const conflicts = changes.flatMap(newConflict)
      if (conflicts.length > 0) emit('conflicts', conflicts)
      emit(
        'change',
        changes.map(({ id }) => id),
      )
      const kept = log.add(changes, origin)
      if (!kept) return
      emit('changes', seenBy(kept, undefined))
      for (const [window, listen] of windows) listen(seenBy(kept, window))
    },
    counted: (counts) => emit('counts', counts),
    taken() {
      become({ status: 'error', reason: reasonOf(core.taken!) })
      void stop()
    },
    open: async () => (opening ??= open()),
  })
  let opening: Promise<void> | undefined
  let state: Status = { status: 'unsynced' }
  let triedAt = -Infinity
  let ending: Promise<unknown> = Promise.resolve()
  let isWanted = false
  let hasLeft = false
  let unlisten = (): void => {}
  let unwatch = (): void => {}
  /** Since the start of the engine. */
  const tally: Tally = { pulled: 0, pushed: 0 }

  function become(next: Status): void {
    // The window has to say why the store is gone, also when something else failed later.
    if (core.taken && state.status === 'error' && state.reason.code === core.taken.code) return
    const isNews = next.status === 'error' || (next.status === 'pulling' && next.progress !== undefined)
    if (next.status === state.status && !isNews && !hasOtherReason(next, state)) return
    state = next
    emit('state', stateNow())
  }

  function stateNow(): State {
    const { syncedAt } = core.meta
    return { ...state, ...core.counts, ...(syncedAt !== undefined && { syncedAt }) }
  }

  async function open(): Promise<void> {
    opening = load()
    opening.catch((error: unknown) => {
      opening = undefined
      failed(error)
    })
    return opening
  }

  async function load(): Promise<void> {
    hasLeft = false
    await store.lock(() => become({ status: 'waiting' }))
    found.clear()
    log = new ChangeLog(environment.now())
    await core.open()
    await files.open()
    void core.indexed().catch(failed)
    if (state.status === 'waiting') become({ status: 'unsynced' })
  }

  async function pass(pulls: boolean): Promise<PassEnd> {
    const waited = environment.now() - triedAt
    // A clock that was set back triggers a retry. Its hour would take longer.
    if (waited < 0 || waited >= RETRY_REFUSED) {
      triedAt = environment.now()
      await tryRefused(core)
      await files.retryRefused()
    }
    const report: Pass['report'] = (status, progress) => become({ status, ...(progress && { progress }) })
    const end = await runPass({ core, transport, report, tally }, pulls)
    if (end.end === 'done') become({ status: 'idle' })
    else become({ status: end.end, reason: end.reason })
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
    if (isTakenError(error)) core.take(error)
    const reason = core.taken
      ? reasonOf(core.taken)
      : {
          code: 'store',
          error: `The store of this device failed: ${error instanceof Error ? error.message : 'unknown reason'}.`,
          hint: 'Free space on the device, or restart the app.',
        }
    become({ status: 'error', reason })
    return { end: 'error', status: 0, reason }
  }

  async function passWithFiles(): Promise<PassEnd> {
    await core.loaded()
    live.wake()
    const end = await passes.now()
    // Pushes the words that now link the id that the server returned.
    return (await files.sync()) ? passes.now() : end
  }

  async function sync(): Promise<SyncResult> {
    const before = { ...tally }
    const end = await passWithFiles().catch(failed)
    return end.end === 'done'
      ? { ok: true, pulled: tally.pulled - before.pulled, pushed: tally.pushed - before.pushed }
      : { ok: false, ...end.reason }
  }

  async function pullPageFirst(id: string): Promise<void> {
    if (!transport.page || !isNew(core.meta)) return
    const reply = await ask(async () => transport.page!(id))
    // The pull reports what is wrong.
    if (reply.ok === true) await applyPageFirst(core, reply.value)
  }

  /** Another program takes a database file over without a word to this one. */
  async function lookForTaker(): Promise<void> {
    if (await store.isTaken?.()) return core.take()
    unwatch = environment.later(LOOK_FOR_TAKER, () => void lookForTaker().catch(failed))
  }

  async function stop(): Promise<void> {
    isWanted = false
    unlisten()
    unwatch()
    passes.stop()
    live.stop()
    await files.stop()
    await ending
  }

  return {
    ...withPushes(
      {
        ...engineEdits(core),
        setOutline: (edit: OutlineEdit, keep: Parameters<Engine['setOutline']>[1]) =>
          editOutline(core, edit, keep),
      },
      () => passes.edited(),
    ),
    changesSince: async (point) => log.since(point, undefined),
    editsOf(window, listen) {
      windows.set(window, listen)
      return {
        ...withPushes(engineEdits(core, window), () => passes.edited()),
        changesSince: async (point) => log.since(point, window),
        end: () => void windows.delete(window),
      }
    },
    ...indexReads(core),
    search: (text, part) => found.search(text, part),
    query: (text, options) => found.query(text, options),
    queryPages: (text, options) => found.queryPages(text, options),
    mentionsOf: (pageId, part) => found.mentionsOf(pageId, part),
    propertyKeys: () => found.propertyKeys(),
    pageLinks: () => found.pageLinks(),
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
      unwatch()
      if (store.isTaken) await lookForTaker()
    },
    stop,
    sync,
    pullPageFirst,
    async retryRefused() {
      try {
        await tryRefused(core)
        await files.retryRefused()
      } catch {
        // The sync reports what is wrong with the store.
      }
      return sync()
    },
    get state() {
      return stateNow()
    },
    on(event, listen) {
      listeners[event].add(listen)
      return () => void listeners[event].delete(listen)
    },

    record: async (id) => (await core.read().get(id))?.record,
    async *records() {
      for await (const batch of store.scan())
        yield batch.flatMap(({ record }) => (record.deleted === undefined ? [record] : []))
    },
    pages: async () => (await core.read().find('page')).filter(isPage).map(({ record }) => record),
    pageNamed: async (name) => (await findPage(core.read(), name))?.record,
    blocks: async (pageId) =>
      shownOn(await standingOn(core.read(), pageId)).map(({ local, depth }) => ({
        record: local.record,
        depth,
      })),
    conflicts: async () => (await core.read().find('conflict')).filter(isWorded).map(conflictIn),
    async pending() {
      const counts = await Promise.all(PENDING.map((mark) => store.count(mark)))
      const refused = await store.find('refused')
      return {
        waiting: counts.reduce((sum, count) => sum + count, 0),
        refused: refused.map(({ record, refused }) => ({ id: record.id, reason: refused! })),
      }
    },
    own: (key) => store.own(key),
    ownKeys: async (prefix) => (await store.ownKeys(prefix)).filter((key) => !key.startsWith(RESERVED)),
    async keep(values) {
      // A window that is still open would bring back what was deleted.
      if (hasLeft) return
      await core.write(async (draft) => {
        for (const [key, value] of values) draft.keep(key, value)
      })
    },
    async allowDeletion() {
      await core.write(async (draft) => draft.set({ allowed: true }))
      await passes.now()
    },
    async keepUnsent() {
      hasLeft = true
      await stop()
      await keepUnsent(core)
      const { pending, refused } = core.counts
      return pending + refused + (await store.files.list()).length
    },
  }
}

const reasonOf = ({ code, message }: StoreTaken): WireError => ({
  code,
  error: message,
  hint: 'Your stored edits are safe. Edits in this window are not stored.',
})

const hasOtherReason = (a: Status, b: Status): boolean =>
  a.status === 'offline' && b.status === 'offline' && a.reason.code !== b.reason.code

const newRefusal = ({ id, before, after }: RecordChange): Refusal[] =>
  after?.refused && !before?.refused ? [{ id, reason: after.refused }] : []

function newConflict({ before, after }: RecordChange): Conflict[] {
  if (!after || !isWorded(after) || after.record.deleted !== undefined) return []
  const known = new Set((before?.record.versions ?? []).map(({ rev }) => rev))
  return after.record.versions?.some(({ rev }) => !known.has(rev)) ? [conflictIn(after)] : []
}

const conflictIn = ({ record: { id, place, words, versions = [] } }: WordedLocal): Conflict => ({
  id,
  pageId: place.pageId,
  words,
  versions,
})

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
