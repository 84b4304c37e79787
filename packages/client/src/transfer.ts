/** Export and import: the graph as a zip archive of Markdown. */
import { START_IMPORT, transferMethods } from './generated/methods.ts'
import type { ImportAnswer, ImportJob, TransferMethods } from './generated/types.ts'
import type { CallOptions } from './options.ts'
import { makeSender, type Bytes, type ClientOptions } from './sender.ts'
import { waitForJob, type JobWaitOptions } from './wait.ts'

/** Options of an import. */
export interface ImportOptions extends CallOptions {
  /** Plans the import and writes nothing. */
  readonly dryRun?: boolean | undefined
}

/** Options of a wait for an import, which counts notes and files. */
export type WaitOptions = JobWaitOptions<ImportJob>

/** Each call throws a `NotegraphError` if the service refuses it. */
export interface TransferClient extends TransferMethods {
  /**
   * Uploads a zip archive of up to 2 GB and starts to import it. The answer comes after the upload. There are no
   * retries after a lost answer: check with `readImport`.
   * @throws `conflict` while another import of the account runs, `bad_request` if the file is not a zip archive
   */
  startImport(archive: Bytes, options?: ImportOptions): Promise<ImportAnswer>
  /**
   * Waits until no import runs. A signal ends the wait, and the import continues.
   * @returns the last import, `done`, `failed` or `cut_off`; `null` if there was none
   */
  waitForImport(options?: WaitOptions): Promise<ImportJob | null>
}

/**
 * A client of exports and imports.
 * @param client the `token` is a device session
 * @example
 * const transfer = transferClient({ url, token: session })
 * await transfer.startImport(archive)
 * const job = await transfer.waitForImport()
 */
export function transferClient(client: ClientOptions): TransferClient {
  const send = makeSender(client)
  const methods = transferMethods(client)
  const { method, path } = START_IMPORT
  return {
    ...methods,
    // A second request would be refused while the first import runs.
    startImport: (bytes, { dryRun = false, signal } = {}) =>
      send({
        method,
        path,
        ...(dryRun && { query: { dry_run: true } }),
        bytes,
        type: 'application/zip',
        repeatable: false,
        signal,
      }),
    waitForImport: (options = {}) =>
      waitForJob(async (asked) => (await methods.readImport(asked)).import, options, client),
  }
}
