/**
 * The files of a device. One that is added has its address at once, also without a network: its bytes wait in the store
 * and are uploaded when the server can be reached. An upload that was cut off anywhere is made again, and gives the same
 * file. Files are read from the store first, then from the server, of which the store keeps copies.
 */
import type { Core } from '../device/core.ts'
import type { Reply, Transport } from '../device/transport.ts'
import { DEVICE_LIMITS, SYNC_LIMITS } from '../limits.ts'
import type { WireError } from '../message.ts'
import { atOnce } from './at-once.ts'
import type { Attached, FileEdits, NewFile, ReadFile, Upload } from './file-edits.ts'
import type { Bytes, LocalFile } from './file-store.ts'
import { addressOf, isFileId, linkTo, mediaTypeOf, nameFault, newFileId } from './media.ts'
import { renameLinks } from './rename-links.ts'
import { Shelf } from './shelf.ts'
import { uploadQueue, type UploadEnd } from './upload-queue.ts'

export interface Attachments extends FileEdits {
  /** Reads what is kept. */
  open(): Promise<void>
  start(): void
  stop(): Promise<void>
  /** Tries all uploads now. @returns whether words of this device were edited for it */
  sync(): Promise<boolean>
  /** Tries again what was refused: there may be room by now. */
  retryRefused(): Promise<void>
}

/** Answers that refuse a file for good; any other may pass. */
const FOR_GOOD: ReadonlySet<number> = new Set([400, 402, 403, 413, 507])

const OFFLINE: WireError = {
  code: 'offline',
  error: 'The file is not on this device, and the server cannot be reached.',
  hint: 'Try again once there is a network.',
}
const NONE: WireError = {
  code: 'not_found',
  error: 'File not found.',
  hint: 'It may have been removed.',
}

/**
 * @param cacheBytes that copies may take
 * @param told of each change of the uploads
 * @param edited words were edited, so that a push has to follow
 */
export function attachments(
  core: Core,
  transport: Transport['files'],
  cacheBytes: number,
  told: (uploads: readonly Upload[]) => void,
  edited: () => void,
): Attachments {
  const { store, around } = core
  const shelf = new Shelf(store.files, () => around.now(), cacheBytes)
  const reading = new Map<string, Promise<ReadFile>>()
  const inLine = atOnce(DEVICE_LIMITS.downloadsAtOnce)
  let renamed = false

  const waiting = (): string[] =>
    shelf
      .queued()
      .filter(({ upload }) => !upload?.failed)
      .map(({ id }) => id)
  const queue = uploadQueue(
    around,
    () => (transport ? waiting() : []),
    upload,
    () => tell(),
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
  const tell = (): void => told(uploads())

  async function attach({ name, type = '', bytes }: NewFile): Promise<Attached> {
    const fault = nameFault(name) ?? roomFault(bytes.byteLength)
    if (fault !== undefined) return { ok: false, error: fault }
    const same = await shelf.twin(bytes)
    if (same?.upload) return attached(same)
    const waits = { used: shelf.nextTime(), upload: {} }
    // The server may have cleared a file that nothing linked. One that it still has is answered as it is.
    const file: LocalFile = same
      ? { ...same, ...waits }
      : {
          id: newFileId(() => around.newId()),
          name,
          type: mediaTypeOf(type),
          size: bytes.byteLength,
          ...waits,
        }
    const put = { puts: [{ file, ...(!same && { bytes: new Uint8Array(bytes) }) }], removes: [] }
    try {
      // What a person adds goes before copies of what the server has.
      await shelf.commit(put).catch(async () => shelf.commit(put, 0))
    } catch (error) {
      const why = error instanceof Error ? ` (${error.message})` : ''
      return { ok: false, error: `This device cannot keep the file${why}. Make room on it, then try again.` }
    }
    return attached(file)
  }

  function roomFault(size: number): string | undefined {
    if (size > SYNC_LIMITS.fileBytes)
      return `The file has ${size} bytes; a file may have ${SYNC_LIMITS.fileBytes}.`
    const waiting = shelf.queued()
    const bytes = waiting.reduce((sum, file) => sum + file.size, size)
    return waiting.length >= DEVICE_LIMITS.queuedFiles || bytes > DEVICE_LIMITS.queuedBytes
      ? 'Too many files wait for their upload. Connect to the server, or remove some of them.'
      : undefined
  }

  const attached = (file: LocalFile): Attached => ({
    ok: true,
    id: file.id,
    address: addressOf(file.id),
    link: linkTo(file),
  })

  async function upload(id: string, signal: AbortSignal): Promise<UploadEnd> {
    try {
      const file = shelf.get(id)
      const bytes = await shelf.bytes(id)
      if (!transport || !file) return 'done' // removed meanwhile
      if (!bytes) return 'later' // tried again at once, it would never end
      const reply = await transport.upload({ id, name: file.name, type: file.type, bytes }, signal)
      return await settle(id, bytes, reply)
    } catch {
      return 'later'
    }
  }

  /** Notes what the server said of an upload. */
  async function settle(
    id: string,
    bytes: Bytes,
    reply: Awaited<ReturnType<NonNullable<Transport['files']>['upload']>>,
  ): Promise<UploadEnd> {
    if (!reply.ok && !FOR_GOOD.has(reply.status)) return 'later'
    // The words come first: cut off in between, the same upload gives the same answer.
    if (reply.ok && reply.value.id !== id && (await renameLinks(core, id, reply.value.id)) > 0) {
      renamed = true
      edited()
    }
    return shelf.inTurn<UploadEnd>(async () => {
      const file = shelf.get(id)
      if (!file) return 'done' // removed meanwhile
      if (!reply.ok) {
        await shelf.commit({ puts: [{ file: { ...file, upload: { failed: reply.error } } }], removes: [] })
        return 'done'
      }
      const { id: given, name, type } = reply.value
      const copy: LocalFile = { id: given, name, type, size: bytes.byteLength, used: around.now() }
      if (given === id) await shelf.commit({ puts: [{ file: copy }], removes: [] })
      else await shelf.commit({ puts: [{ file: { ...copy, formerly: id }, bytes }], removes: [id] })
      return 'done'
    })
  }

  async function download(id: string): Promise<ReadFile> {
    if (!transport) return { ok: false, reason: OFFLINE }
    let reply: Reply<{ name: string; type: string; bytes: Bytes }>
    try {
      reply = await transport.download(id)
    } catch {
      return { ok: false, reason: OFFLINE }
    }
    if (!reply.ok) return { ok: false, reason: reply.error }
    const { name, type, bytes } = reply.value
    const file: LocalFile = { id, name, type, size: bytes.byteLength, used: around.now() }
    // A device without room reads on without copies.
    await shelf
      .inTurn(async () => shelf.get(id) ?? shelf.commit({ puts: [{ file, bytes }], removes: [] }))
      .catch(() => {})
    return { ok: true, name, type, bytes }
  }

  async function readFile(id: string): Promise<ReadFile> {
    if (!isFileId(id)) return { ok: false, reason: NONE }
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

  /** What was refused waits again. */
  const again = async (which: (file: LocalFile) => boolean): Promise<void> =>
    shelf.inTurn(async () => {
      const refused = shelf.queued().filter((file) => file.upload?.failed && which(file))
      if (refused.length === 0) return
      await shelf.commit({ puts: refused.map((file) => ({ file: { ...file, upload: {} } })), removes: [] })
      tell()
    })

  return {
    open: async () => shelf.open(),
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
      if (done.ok) tell()
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
      tell()
    },
    uploads,
    readFile,
  }
}
