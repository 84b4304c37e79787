/** Export and import: the graph as a zip archive of Markdown. */
import { downloadOf, type Download } from './download.ts'
import type { ImportAnswer, ImportJob } from './import.ts'
import type { CallOptions } from './options.ts'
import { makeFetch, makeGet, makeSender, pause, type Bytes, type ClientOptions } from './sender.ts'

/** Milliseconds between two checks of an import. */
const LOOK_EVERY = 1_000

/** Options of an import. */
export interface ImportOptions extends CallOptions {
  /** Plans the import and writes nothing. */
  readonly dryRun?: boolean | undefined
}

/** Options of a wait for an import. */
export interface WaitOptions extends CallOptions {
  /** Called after each check, with `done` of `total` notes and files. */
  readonly onProgress?: ((job: ImportJob) => void) | undefined
  /** Milliseconds between two checks, 1,000 by default. */
  readonly every?: number | undefined
}

/** Each call throws a `NotegraphError` if the service refuses it. */
export interface TransferClient {
  /**
   * Starts to download the whole graph. The server creates the archive while sending, so the size is unknown. Cancel
   * the stream to stop the export.
   * @throws `conflict` while several exports of the account run. A truncated archive fails the stream.
   */
  export(options?: CallOptions): Promise<Download>
  /**
   * Uploads a zip archive of up to 2 GB and starts to import it. The answer comes after the upload. There are no
   * retries after a lost answer: check with `readImport`.
   * @throws `conflict` while another import of the account runs, `bad_request` if the file is not a zip archive
   */
  startImport(archive: Bytes, options?: ImportOptions): Promise<ImportAnswer>
  /** The progress of the import. */
  readImport(options?: CallOptions): Promise<ImportAnswer>
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
  const ask = makeFetch(client)
  const send = makeSender(client)
  const get = makeGet(send)
  const { sleep = pause } = client
  const imports = '/api/v1/settings/import'
  const readImport: TransferClient['readImport'] = (options) => get(imports, undefined, options)
  return {
    async export({ signal } = {}) {
      return downloadOf(
        await ask({ method: 'GET', path: '/api/v1/settings/export', repeatable: true, signal }),
      )
    },
    // A second request would be refused while the first import runs.
    startImport: (archive, { dryRun = false, signal } = {}) =>
      send({
        method: 'POST',
        path: imports,
        ...(dryRun && { query: { dry_run: true } }),
        bytes: archive,
        type: 'application/zip',
        repeatable: false,
        signal,
      }),
    readImport,
    async waitForImport({ onProgress, every = LOOK_EVERY, signal } = {}) {
      for (;;) {
        const { import: job } = await readImport({ signal })
        if (job) onProgress?.(job)
        if (job?.state !== 'running') return job
        await sleep(every, signal)
      }
    },
  }
}
