/**
 * The files of a device. An added file has its address at once, without a network too. Its bytes stay in the store
 * until the server can be reached. An interrupted upload is repeated and gives the same file. Reads use the store
 * first, then the server, and the store keeps copies of the server's files.
 */
import type { Core } from '../device/core.ts'
import type { Reply, Transport } from '../device/transport.ts'
import { DEVICE_LIMITS, SYNC_LIMITS } from '../limits.ts'
import type { WireError } from '../message.ts'
import { limitConcurrency } from './concurrency.ts'
import type { AttachResult, FileEdits, NewFile, ReadFile, Upload } from './file-edits.ts'
import type { Bytes, LocalFile } from './file-store.ts'
import { addressOf, isFileId, linkTo, mediaTypeOf, nameFault, newFileId } from './media.ts'
import { renameLinks } from './rename-links.ts'
import { LocalFiles } from './local-files.ts'
import { uploadQueue, type UploadEnd } from './upload-queue.ts'

/** The files of a running engine. */
export interface Attachments extends FileEdits {
  /** Loads the entries from the store. */
  open(): Promise<void>
  start(): void
  stop(): Promise<void>
  /**
   * Tries all uploads now.
   *
   * @returns whether words of this device changed, because a file got another id
   */
  sync(): Promise<boolean>
  /** Tries rejected uploads again, because the account can have space by now. */
  retryRefused(): Promise<void>
}

/** Status codes that reject a file for good. Any other failure may be temporary. */
const FOR_GOOD: ReadonlySet<number> = new Set([400, 402, 403, 413, 507])

const OFFLINE: WireError = {
  code: 'offline',
  error: 'The file is not on this device, and the server does not answer.',
  hint: 'Try again when the device is online.',
}
const NONE: WireError = {
  code: 'not_found',
  error: 'File not found.',
  hint: 'The file may have been deleted.',
}

/**
 * @param cacheBytes the most bytes of copies
 * @param onChange called with the uploads after each change
 * @param edited called after an edit of words, which a push must follow
 */
export function attachments(
  core: Core,
  transport: Transport['files'],
  cacheBytes: number,
  onChange: (uploads: readonly Upload[]) => void,
  edited: () => void,
): Attachments {
  const { store, environment } = core
  const shelf = new LocalFiles(store.files, () => environment.now(), cacheBytes)
  const reading = new Map<string, Promise<ReadFile>>()
  const inLine = limitConcurrency(DEVICE_LIMITS.downloadsAtOnce)
  let renamed = false

  const waiting = (): string[] =>
    shelf
      .queued()
      .filter(({ upload }) => !upload?.failed)
      .map(({ id }) => id)
  const queue = uploadQueue(
    environment,
    () => (transport ? waiting() : []),
    upload,
    () => emit(),
  )

  const uploads = (): Upload[] =>
    shelf.queued().map(({ id, name, type, size, upload }) => ({
      id,
      name,
      type,
      size,
      status: upload!.failed ? 'failed' : queue.isRunning(id) ? 'uploading' : 'waiting',
      ...(upload!.failed && { reason: upload!.failed }),
    }))
  const emit = (): void => onChange(uploads())

  async function attach({ name, type = '', bytes }: NewFile): Promise<AttachResult> {
    const fault = nameFault(name)
    if (fault !== undefined) return { ok: false, code: 'bad_name', error: fault }
    const noRoom = roomFault(bytes.byteLength)
    if (noRoom) return noRoom
    const same = await shelf.twin(bytes)
    if (same?.upload) return attached(same)
    const waits = { used: shelf.nextTime(), upload: {} }
    // The server can have deleted a file that no record linked, so it is uploaded again. If the server still has the
    // file, it returns the same entry.
    const file: LocalFile = same
      ? { ...same, ...waits }
      : {
          id: newFileId(() => environment.newId()),
          name,
          type: mediaTypeOf(type),
          size: bytes.byteLength,
          ...waits,
        }
    const put = { puts: [{ file, ...(!same && { bytes: new Uint8Array(bytes) }) }], removes: [] }
    try {
      // New files have priority over copies of the server's files.
      await shelf.commit(put).catch(async () => shelf.commit(put, 0))
    } catch (error) {
      const why = error instanceof Error ? ` (${error.message})` : ''
      return {
        ok: false,
        code: 'store',
        error: `Could not save the file on this device${why}. Free space on the device, then try again.`,
      }
    }
    return attached(file)
  }

  function roomFault(size: number): AttachResult | undefined {
    if (size > SYNC_LIMITS.fileBytes)
      return {
        ok: false,
        code: 'too_long',
        error: `The file has ${size} bytes. A file can have ${SYNC_LIMITS.fileBytes}.`,
      }
    const waiting = shelf.queued()
    const bytes = waiting.reduce((sum, file) => sum + file.size, size)
    return waiting.length >= DEVICE_LIMITS.queuedFiles || bytes > DEVICE_LIMITS.queuedBytes
      ? {
          ok: false,
          code: 'too_many',
          error:
            'Too many files are waiting for upload. Connect to the server, or delete some of these files.',
        }
      : undefined
  }

  const attached = (file: LocalFile): AttachResult => ({
    ok: true,
    id: file.id,
    address: addressOf(file.id),
    link: linkTo(file),
  })

  async function upload(id: string, signal: AbortSignal): Promise<UploadEnd> {
    try {
      const file = shelf.get(id)
      const bytes = await shelf.bytes(id)
      if (!transport || !file) return 'done' // the user removed it meanwhile
      if (!bytes) return 'later' // an immediate retry would loop forever
      const reply = await transport.upload({ id, name: file.name, type: file.type, bytes }, signal)
      return await settle(id, bytes, reply)
    } catch {
      return 'later'
    }
  }

  /** Stores the server's answer to an upload. */
  async function settle(
    id: string,
    bytes: Bytes,
    reply: Awaited<ReturnType<NonNullable<Transport['files']>['upload']>>,
  ): Promise<UploadEnd> {
    if (!reply.ok && !FOR_GOOD.has(reply.status)) return 'later'
    // Edits the words first. After an interruption in between, the same upload gives the same answer.
    if (reply.ok && reply.value.id !== id && (await renameLinks(core, id, reply.value.id)) > 0) {
      renamed = true
      edited()
    }
    return shelf.inTurn<UploadEnd>(async () => {
      const file = shelf.get(id)
      if (!file) return 'done' // the user removed it meanwhile
      if (!reply.ok) {
        await shelf.commit({ puts: [{ file: { ...file, upload: { failed: reply.error } } }], removes: [] })
        return 'done'
      }
      const { id: given, name, type } = reply.value
      const copy: LocalFile = { id: given, name, type, size: bytes.byteLength, used: environment.now() }
      if (given === id) await shelf.commit({ puts: [{ file: copy }], removes: [] })
      else await shelf.commit({ puts: [{ file: { ...copy, formerly: id }, bytes }], removes: [id] })
      return 'done'
    })
  }

  async function download(id: string): Promise<ReadFile> {
    if (!transport) return { ok: false, ...OFFLINE }
    let reply: Reply<{ name: string; type: string; bytes: Bytes }>
    try {
      reply = await transport.download(id)
    } catch {
      return { ok: false, ...OFFLINE }
    }
    if (!reply.ok) return { ok: false, ...reply.error }
    const { name, type, bytes } = reply.value
    const file: LocalFile = { id, name, type, size: bytes.byteLength, used: environment.now() }
    // A device without space still reads files, without copies.
    await shelf
      .inTurn(async () => shelf.get(id) ?? shelf.commit({ puts: [{ file, bytes }], removes: [] }))
      .catch(() => {})
    return { ok: true, name, type, bytes }
  }

  async function readFile(id: string): Promise<ReadFile> {
    if (!isFileId(id)) return { ok: false, ...NONE }
    const file = shelf.find(id)
    const bytes = file && (await shelf.bytes(file.id))
    if (file && bytes) {
      shelf.touch(file)
      return { ok: true, name: file.name, type: file.type, bytes }
    }
    const other = reading.get(id)
    if (other) return other
    const asked = inLine(async () => download(id)).finally(() => reading.delete(id))
    reading.set(id, asked)
    return asked
  }

  /** Queues rejected uploads again. */
  const again = async (which: (file: LocalFile) => boolean): Promise<void> =>
    shelf.inTurn(async () => {
      const refused = shelf.queued().filter((file) => file.upload?.failed && which(file))
      if (refused.length === 0) return
      await shelf.commit({ puts: refused.map((file) => ({ file: { ...file, upload: {} } })), removes: [] })
      emit()
    })

  return {
    async open() {
      await shelf.open()
      for (const [from, to] of shelf.formerIds()) core.formerFiles.set(from, to)
    },
    start: () => queue.start(),
    async stop() {
      await queue.stop()
      await shelf.flush().catch(() => {})
    },
    async sync() {
      renamed = false
      await queue.now()
      return renamed
    },
    async retryRefused() {
      await again(() => true)
      queue.added()
    },

    attach: async (file) => {
      const done = await shelf.inTurn(async () => attach(file))
      if (done.ok) emit()
      queue.added()
      return done
    },
    async retryUpload(id) {
      await again((file) => file.id === id)
      void queue.now()
    },
    async removeUpload(id) {
      queue.cancel(id)
      await shelf.inTurn(async () => {
        if (shelf.get(id)?.upload) await shelf.commit({ puts: [], removes: [id] })
      })
      emit()
    },
    uploads,
    readFile,
  }
}
