/** Reads earlier states of pages, makes snapshots of the graph, and restores. */
import { downloadOf, type Download } from './download.ts'
import type { Window } from './notes.ts'
import type { CallOptions } from './options.ts'
import type {
  ForgetAnswer,
  PageHistory,
  PageState,
  RestoreAnswer,
  RestoreBody,
  RestoreJob,
  RestoreJobAnswer,
  Snapshot,
  SnapshotList,
  SnapshotRemoved,
} from './restore.ts'
import { makeFetch, makeGet, makeSender, pause, type ClientOptions } from './sender.ts'

/** Milliseconds between two checks of a restore. */
const LOOK_EVERY = 1_000

/** Options of a wait for a restore. */
export interface RestoreWaitOptions extends CallOptions {
  /** Called after each check, with `done` of `total` pages and blocks. */
  readonly onProgress?: ((job: RestoreJob) => void) | undefined
  /** Milliseconds between two checks, 1,000 by default. */
  readonly every?: number | undefined
}

/** Each call throws a `NotegraphError` if the service refuses it. */
export interface HistoryClient {
  /** Lists the commits that changed a page, newest first. */
  listPage(pageId: string, asked?: Window, options?: CallOptions): Promise<PageHistory>
  /** Reads a page as it was after a commit. */
  readPage(pageId: string, seq: number, asked?: Window, options?: CallOptions): Promise<PageState>
  /** Lists the snapshots, newest first. */
  listSnapshots(asked?: Window, options?: CallOptions): Promise<SnapshotList>
  /** Names the graph as it is now. Without retries after a lost answer, because there would be two. */
  makeSnapshot(name: string, options?: CallOptions): Promise<Snapshot>
  /** Reads one snapshot. */
  readSnapshot(id: string, options?: CallOptions): Promise<Snapshot>
  /** Deletes a snapshot. The notes stay as they are. */
  removeSnapshot(id: string, options?: CallOptions): Promise<SnapshotRemoved>
  /**
   * Starts to download the graph as it was, as a zip archive. Cancel the stream to stop.
   * @throws `conflict` if the states are gone. A truncated archive fails the stream.
   */
  downloadSnapshot(id: string, options?: CallOptions): Promise<Download>
  /**
   * Restores a block, a page or the graph, or counts with `preview` what would change. If the answer has `running`, the restore
   * continues in the background. Without retries after a lost answer: check with `readRestore`.
   */
  restore(body: RestoreBody, options?: CallOptions): Promise<RestoreAnswer>
  /**
   * Makes the server forget the earlier states of a block, or of a page with all that is or was on it.
   * @throws `forbidden` without a recent sign-in
   */
  forget(what: { page: string } | { block: string }, options?: CallOptions): Promise<ForgetAnswer>
  /** The progress of the restore in the background. */
  readRestore(options?: CallOptions): Promise<RestoreJobAnswer>
  /**
   * Waits until no restore runs in the background. A signal ends the wait, and the restore continues.
   * @returns the last restore, `done`, `failed` or `cut_off`; `null` if there was none
   */
  waitForRestore(options?: RestoreWaitOptions): Promise<RestoreJob | null>
}

/**
 * A client of the history.
 * @param client the `token` is a device session
 * @example
 * const history = historyClient({ url, token: session })
 * const { id } = await history.makeSnapshot('before the clean-up')
 * const { blocks } = await history.restore({ snapshot: id, preview: true })
 */
export function historyClient(client: ClientOptions): HistoryClient {
  const ask = makeFetch(client)
  const send = makeSender(client)
  const get = makeGet(send)
  const { sleep = pause } = client
  const root = '/api/v1/settings'
  const ofPage = (id: string) => `${root}/pages/${encodeURIComponent(id)}/history`
  const snapshots = `${root}/snapshots`
  const snapshot = (id: string) => `${snapshots}/${encodeURIComponent(id)}`
  const restore = `${root}/restore`
  const readRestore: HistoryClient['readRestore'] = (options) => get(restore, undefined, options)
  return {
    listPage: (pageId, asked, options) => get(ofPage(pageId), asked, options),
    readPage: (pageId, seq, asked, options) => get(`${ofPage(pageId)}/${seq}`, asked, options),
    listSnapshots: (asked, options) => get(snapshots, asked, options),
    makeSnapshot: (name, { signal } = {}) =>
      send({ method: 'POST', path: snapshots, body: { name }, repeatable: false, signal }),
    readSnapshot: (id, options) => get(snapshot(id), undefined, options),
    removeSnapshot: (id, { signal } = {}) =>
      send({ method: 'DELETE', path: snapshot(id), repeatable: false, signal }),
    async downloadSnapshot(id, { signal } = {}) {
      const path = `${snapshot(id)}/archive`
      return downloadOf(await ask({ method: 'GET', path, repeatable: true, signal }))
    },
    restore: (body, { signal } = {}) =>
      send({ method: 'POST', path: restore, body, repeatable: body.preview === true, signal }),
    forget: (body, { signal } = {}) =>
      send({ method: 'POST', path: `${root}/history/forget`, body, repeatable: true, signal }),
    readRestore,
    async waitForRestore({ onProgress, every = LOOK_EVERY, signal } = {}) {
      for (;;) {
        const { restore: job } = await readRestore({ signal })
        if (job) onProgress?.(job)
        if (job?.state !== 'running') return job
        await sleep(every, signal)
      }
    },
  }
}
