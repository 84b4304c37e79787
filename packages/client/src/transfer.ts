/** Export and import: the graph as a zip archive of Markdown. */
import { downloadOf, type Download } from './download.ts'
import type { ImportAnswer, ImportJob } from './import.ts'
import type { CallOptions } from './options.ts'
import { makeFetch, makeGet, makeSender, pause, type Bytes, type ClientOptions } from './sender.ts'

/** Milliseconds between two looks at an import. */
const LOOK_EVERY = 1_000

export interface ImportOptions extends CallOptions {
  /** Reads the archive and plans the import, and writes nothing. */
  readonly dryRun?: boolean | undefined
}

export interface WaitOptions extends CallOptions {
  /** Called after each look, with `done` of `total` notes and files. */
  readonly onProgress?: ((job: ImportJob) => void) | undefined
  /** Milliseconds between two looks, 1,000 by default. */
  readonly every?: number | undefined
}

/** Each call throws a `NotegraphError` if the service refuses it. */
export interface TransferClient {
  /**
   * Begins to download the whole graph. The server makes the archive as it sends it, so its size is unknown. Cancel the
   * stream to stop the export.
   * @throws `conflict` while several exports of the account run. An archive that ends too early fails the stream.
   */
  export(options?: CallOptions): Promise<Download>
  /**
   * Uploads a zip archive of up to 2 GB and starts to import it. The answer comes once the archive has arrived. Never
   * sent again after a lost answer: look with `readImport`.
   * @throws `conflict` while another import of the account runs, `bad_request` if it is no zip archive
   */
  startImport(archive: Bytes, options?: ImportOptions): Promise<ImportAnswer>
  /** How far the import has come. */
  readImport(options?: CallOptions): Promise<ImportAnswer>
  /**
   * Waits until no import runs. A signal ends the wait; the import goes on.
   * @returns the last import, `done`, `failed` or `cut_off`; `null` if there was none
   */
  waitForImport(options?: WaitOptions): Promise<ImportJob | null>
}

/** @param client its token is the session of a device */
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
    // Sent twice it would be refused, since the first import runs.
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
