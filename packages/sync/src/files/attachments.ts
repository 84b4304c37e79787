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
import { toEvict } from './cache.ts'
import type { Bytes, FileChange, LocalFile } from './file-store.ts'
import { addressOf, isFileId, linkTo, mediaTypeOf, nameFault, newFileId } from './media.ts'
import { renameLinks } from './rename-links.ts'
import { uploadQueue, type UploadEnd } from './upload-queue.ts'

/** A file to add. */
export interface NewFile {
  /** Such as `map.png`: up to 255 characters, no slash. */
  readonly name: string
  /** Media type such as `image/png`; the server goes by the name where it is left out or empty. */
  readonly type?: string
  /** Up to 100 MB. */
  readonly bytes: Uint8Array
}

/** Where a file is from now on, or in words why it was not added. */
export type Attached =
  | {
      readonly ok: true
      readonly id: string
      /** `/api/files/ID`, for the words of a block or a property of a page. */
      readonly address: string
      /** Markdown that shows a picture, or links any other file. */
      readonly link: string
    }
  | { readonly ok: false; readonly error: string }

/** A file that the server does not have yet. */
export interface Upload {
  readonly id: string
  readonly name: string
  /** Media type; empty where nobody said one. */
  readonly type: string
  /** In bytes. */
  readonly size: number
  /** `failed`: the server refused it for the `reason`; it is tried within the hour, or once somebody asks for it. */
  readonly status: 'waiting' | 'uploading' | 'failed'
  readonly reason?: WireError
}

/** A file with its bytes, or why it cannot be read: `offline`, `not_found` or what the server said. */
export type ReadFile =
  | { readonly ok: true; readonly name: string; readonly type: string; readonly bytes: Bytes }
  | { readonly ok: false; readonly reason: WireError }

export interface FileEdits {
  /** Adds a file to the graph and queues its upload. Resolves once this device keeps the file, also without a network. */
  attach(file: NewFile): Promise<Attached>
  /** Tries a refused upload again, now. */
  retryUpload(id: string): Promise<void>
  /** Gives up an upload with the bytes on this device. Words that link the file keep their link, which leads nowhere. */
  removeUpload(id: string): Promise<void>
  /** Files that wait for their upload, in the order in which they were added. */
  uploads(): Upload[]
  /** Reads a file: from this device, or else from the server, of which a copy is kept. */
  readFile(id: string): Promise<ReadFile>
}

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
  error: 'There is no such file.',
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
  const files = new Map<string, LocalFile>()
  const reading = new Map<string, Promise<ReadFile>>()
  /** Copies that were read since their entries were written. */
  const touched = new Set<string>()
  const inLine = atOnce(DEVICE_LIMITS.downloadsAtOnce)
  let turn: Promise<unknown> = Promise.resolve()
  let renamed = false

  const waits = ({ upload }: LocalFile): boolean => upload !== undefined && upload.failed === undefined
  const queued = (): LocalFile[] =>
    [...files.values()].filter(({ upload }) => upload).toSorted((a, b) => a.used - b.used)
  const find = (id: string): LocalFile | undefined =>
    files.get(id) ?? [...files.values()].find(({ formerly }) => formerly === id)

  const queue = uploadQueue(
    around,
    () =>
      transport
        ? queued()
            .filter(waits)
            .map(({ id }) => id)
        : [],
    upload,
    () => tell(),
  )

  const uploads = (): Upload[] =>
    queued().map(({ id, name, type, size, upload }) => ({
      id,
      name,
      type,
      size,
      status: upload!.failed ? 'failed' : queue.isRunning(id) ? 'uploading' : 'waiting',
      ...(upload!.failed && { reason: upload!.failed }),
    }))
  const tell = (): void => told(uploads())

  /** One step at a time, so that what is decided is still so once it is committed. */
  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = turn.then(work)
    turn = done.catch(() => {})
    return done
  }

  /** Commits, with the copies that have to go for it, and the times at which others were read. */
  async function commit({ puts, removes }: FileChange, room: number = cacheBytes): Promise<void> {
    const next = new Map(files)
    for (const id of removes) next.delete(id)
    for (const { file } of puts) next.set(file.id, file)
    const evicted = toEvict(next.values(), { bytes: room, files: DEVICE_LIMITS.copies })
    for (const id of evicted) next.delete(id)
    const read = [...touched].flatMap((id) => {
      const file = next.get(id)
      return file && !puts.some((put) => put.file.id === id) ? [{ file }] : []
    })
    const kept = puts.filter(({ file }) => next.has(file.id))
    const gone = [...files.keys(), ...removes].filter((id) => !next.has(id))
    await store.files.commit({ puts: [...read, ...kept], removes: [...new Set(gone)] })
    touched.clear()
    files.clear()
    for (const [id, file] of next) files.set(id, file)
  }

  function touch(file: LocalFile): void {
    // The time of a file that waits is its place in the queue.
    if (file.upload) return
    files.set(file.id, { ...file, used: around.now() })
    touched.add(file.id)
  }

  async function attach({ name, type = '', bytes }: NewFile): Promise<Attached> {
    const fault = nameFault(name) ?? roomFault(bytes.byteLength)
    if (fault !== undefined) return { ok: false, error: fault }
    const same = await twin(bytes)
    if (same) return attached(same)
    const last = Math.max(0, ...queued().map(({ used }) => used))
    const file: LocalFile = {
      id: newFileId(() => around.newId()),
      name,
      type: mediaTypeOf(type),
      size: bytes.byteLength,
      used: Math.max(around.now(), last + 1),
      upload: {},
    }
    const put = { puts: [{ file, bytes: new Uint8Array(bytes) }], removes: [] }
    try {
      // What a person adds goes before copies of what the server has.
      await commit(put).catch(async () => commit(put, 0))
    } catch (error) {
      const why = error instanceof Error ? ` (${error.message})` : ''
      return { ok: false, error: `This device cannot keep the file${why}. Make room on it, then try again.` }
    }
    return attached(file)
  }

  function roomFault(size: number): string | undefined {
    if (size > SYNC_LIMITS.fileBytes)
      return `The file has ${size} bytes; a file may have ${SYNC_LIMITS.fileBytes}.`
    const waiting = queued()
    const bytes = waiting.reduce((sum, file) => sum + file.size, size)
    return waiting.length >= DEVICE_LIMITS.queuedFiles || bytes > DEVICE_LIMITS.queuedBytes
      ? 'Too many files wait for their upload. Connect to the server, or remove some of them.'
      : undefined
  }

  /** The file with the same bytes, where this device has one. */
  async function twin(bytes: Uint8Array): Promise<LocalFile | undefined> {
    for (const file of files.values()) {
      if (file.size !== bytes.byteLength) continue
      const held = await store.files.bytes(file.id)
      if (held?.every((byte, i) => byte === bytes[i])) return file
    }
    return undefined
  }

  const attached = (file: LocalFile): Attached => ({
    ok: true,
    id: file.id,
    address: addressOf(file.id),
    link: linkTo(file),
  })

  async function upload(id: string, signal: AbortSignal): Promise<UploadEnd> {
    try {
      const file = files.get(id)
      const bytes = await store.files.bytes(id)
      if (!transport || !file || !bytes) return 'done'
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
    return inTurn<UploadEnd>(async () => {
      const file = files.get(id)
      if (!file) return 'done' // removed meanwhile
      if (!reply.ok) {
        await commit({ puts: [{ file: { ...file, upload: { failed: reply.error } } }], removes: [] })
        return 'done'
      }
      const { id: given, name, type } = reply.value
      const copy: LocalFile = { id: given, name, type, size: bytes.byteLength, used: around.now() }
      if (given === id) await commit({ puts: [{ file: copy }], removes: [] })
      else await commit({ puts: [{ file: { ...copy, formerly: id }, bytes }], removes: [id] })
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
    await inTurn(async () => files.has(id) || commit({ puts: [{ file, bytes }], removes: [] })).catch(
      () => {},
    )
    return { ok: true, name, type, bytes }
  }

  async function readFile(id: string): Promise<ReadFile> {
    if (!isFileId(id)) return { ok: false, reason: NONE }
    const file = find(id)
    const bytes = file && (await store.files.bytes(file.id))
    if (file && bytes) {
      touch(file)
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
    inTurn(async () => {
      const refused = queued().filter((file) => file.upload?.failed && which(file))
      if (refused.length === 0) return
      await commit({ puts: refused.map((file) => ({ file: { ...file, upload: {} } })), removes: [] })
      tell()
    })

  return {
    open: async () =>
      inTurn(async () => {
        const kept = await store.files.list()
        files.clear()
        for (const file of kept) files.set(file.id, file)
      }),
    start: () => queue.start(),
    async stop() {
      await queue.stop()
      // What was read last is only known here yet; without it the next start evicts other copies.
      if (touched.size > 0) await inTurn(async () => commit({ puts: [], removes: [] })).catch(() => {})
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
      const done = await inTurn(async () => attach(file))
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
      await inTurn(async () => {
        if (files.get(id)?.upload) await commit({ puts: [], removes: [id] })
      })
      tell()
    },
    uploads,
    readFile,
  }
}
