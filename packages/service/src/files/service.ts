/**
 * The files of accounts. Callers with the id or a credential of the account read them, and devices upload them. Equal
 * bytes are one file, whatever the names.
 * @see decisions 9.5, sync
 */
import { LIMITS, type UploadAnswer } from '@notegraph/contract'
import type { Account, Blobs, ByteRange, FileEntry, GraphStore, Received, Store } from '@notegraph/store'
import { openPlan } from '../access.ts'
import { answer, type Answer } from '../answer.ts'
import { ok, refuse, type Result } from '../refusal.ts'
import type { SessionCaller } from '../session.ts'
import { slots, type InSlot } from '../transfer/slots.ts'
import { newFileId } from './id.ts'
import { verified } from './verified.ts'

/** A file, and a function that opens its bytes. */
export interface OpenFile {
  readonly file: FileEntry
  /** Opens the bytes or a part of them. Throws if they are lost. */
  readonly bytes: (range?: ByteRange) => Promise<ReadableStream<Uint8Array<ArrayBuffer>>>
}

/** A file that a device uploads. */
export interface Upload {
  readonly name: string
  /** The id that the device chose, which notes may already link to. */
  readonly id?: string
  /** The media type. */
  readonly type: string
  /** A stream; its errors are passed on. */
  readonly bytes: AsyncIterable<Uint8Array>
}

/** Reads and stores files of accounts. */
export interface FilesService {
  /** @param account the account that must own the file; undefined for access by id */
  find(id: string, account: Account | undefined): Promise<Result<OpenFile>>
  /** @returns the file, or 413, 507; 409 if it was deleted at the same moment */
  add(caller: SessionCaller, upload: Upload): Promise<Result<Answer<UploadAnswer>>>
}

const NONE = refuse({ code: 'not_found', what: 'file' })
const MEANWHILE = refuse({ code: 'conflict', why: 'meanwhile' })

/** Concurrent uploads of an account. More wait, so that refused files cannot fill the disk. */
const AT_ONCE = 16

/**
 * Creates the service.
 *
 * @param clock returns the time in milliseconds since 1970
 * @example
 * ```ts
 * const files = filesService(store, blobs, Date.now)
 * ```
 */
export function filesService(store: Store, blobs: Blobs, clock: () => number): FilesService {
  /** The slots of each account that uploads, and how many of its uploads run or wait. */
  const uploading = new Map<string, { readonly inSlot: InSlot; count: number }>()

  /** Files of a closed account are not served. */
  async function ownerOf(fileId: string): Promise<string | undefined> {
    const id = await store.accountOfFile(fileId)
    const account = id === undefined ? undefined : await store.accounts.find(id)
    return account && openPlan(account, clock()).ok ? account.id : undefined
  }

  /** The requested id if no file of any account has it; else a new one. */
  async function idFor({ id: accountId }: Account, asked: string | undefined): Promise<string> {
    if (asked === undefined) return newFileId()
    const owner = await store.accountOfFile(asked)
    if (owner !== undefined && owner !== accountId) return newFileId()
    return (await store.graph(accountId).files.find(asked)) ? newFileId() : asked
  }

  /** Stores an upload and its entry. @returns the file that the account now has */
  async function keep(account: Account, received: Received, file: FileEntry): Promise<Result<FileEntry>> {
    const graph = store.graph(account.id)
    const { hash } = received
    await store.sweeps.note(account.id) // before the bytes are stored, since they may end up without a file
    const held = await graph.files.findByHash(hash)
    if (held) {
      await graph.files.renew(held.id)
      if (!(await blobs.has(account.id, hash))) await received.keep()
    } else {
      await received.keep()
      const committed = await graph.commits.commit({ puts: [], files: [file], quota: account.quota })
      if (!committed.ok) {
        await blobs.remove(account.id, hash, isHeld(graph, hash))
        return committed.why === 'quota_full'
          ? refuse({ code: 'quota_full', quota: account.quota })
          : MEANWHILE
      }
    }
    // Cleanup moves bytes aside before it looks for their file; an upload does these steps in the opposite order.
    const kept = await graph.files.findByHash(hash)
    return kept && (await blobs.has(account.id, hash)) ? ok(kept) : MEANWHILE
  }

  async function take(
    account: Account,
    { id, name, type, bytes }: Upload,
  ): Promise<Result<Answer<UploadAnswer>>> {
    const received = await blobs.receive(account.id, bytes, LIMITS.fileBytes)
    if (!received) return refuse({ code: 'too_large', limit: LIMITS.fileBytes })
    try {
      const { hash, size } = received
      const file = { id: await idFor(account, id), hash, name, type, size, createdAt: clock() }
      const kept = await keep(account, received, file)
      return kept.ok ? ok(uploadAnswer(kept.value)) : kept
    } finally {
      await received.drop()
    }
  }

  /** Accounts have slots of their own, so that none waits for the uploads of another. */
  async function inSlotOf<T>(accountId: string, work: () => Promise<T>): Promise<T> {
    const own = uploading.get(accountId) ?? { inSlot: slots(AT_ONCE), count: 0 }
    uploading.set(accountId, own)
    own.count++
    try {
      return await own.inSlot(work)
    } finally {
      if (--own.count === 0) uploading.delete(accountId)
    }
  }

  return {
    async find(id, account) {
      const accountId = account?.id ?? (await ownerOf(id))
      const file = accountId === undefined ? undefined : await store.graph(accountId).files.find(id)
      if (accountId === undefined || !file) return NONE
      return ok({
        file,
        bytes: async (range) => {
          const stream = await blobs.open(accountId, file.hash, range)
          if (!stream) throw new Error('the bytes of a file are lost')
          return range ? stream : verified(stream, file.hash) // the hash is that of all bytes
        },
      })
    },

    add: ({ account }, upload) => inSlotOf(account.id, async () => take(account, upload)),
  }
}

/** Whether the account has a file with these bytes. */
const isHeld = (graph: Pick<GraphStore, 'files'>, hash: string) => async (): Promise<boolean> =>
  (await graph.files.findByHash(hash)) !== undefined

const uploadAnswer = ({ id, name, type, size }: FileEntry): Answer<UploadAnswer> =>
  answer(JSON.stringify({ id, name, type, size }))
