/** Reads earlier states of pages, makes snapshots of the graph, and restores. */
import { historyMethods } from './generated/methods.ts'
import type { RestoreJob, HistoryMethods } from './generated/types.ts'
import type { ClientOptions } from './sender.ts'
import { waitForJob, type JobWaitOptions } from './wait.ts'

/** Options of a wait for a restore, which counts pages and blocks. */
export type RestoreWaitOptions = JobWaitOptions<RestoreJob>

/** Each call throws a `NotegraphError` if the service refuses it. */
export interface HistoryClient extends HistoryMethods {
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
  const methods = historyMethods(client)
  return {
    ...methods,
    waitForRestore: (options = {}) =>
      waitForJob(async (asked) => (await methods.readRestore(asked)).restore, options, client),
  }
}
