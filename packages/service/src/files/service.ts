/**
 * The files of accounts: read by whoever holds an id or belongs to the account, taken in from its devices. The same
 * bytes are one file, whatever they are called.
 * @see decisions 9.5, sync
 */
import { LIMITS, type UploadAnswer } from '@notegraph/contract'
import type { Account, Blobs, ByteRange, FileEntry, GraphStore, Received, Store } from '@notegraph/store'
import { openPlan } from '../access.ts'
import { answer, type Answer } from '../answer.ts'
import { ok, refuse, type Result } from '../refusal.ts'
import type { SessionCaller } from '../session.ts'
import { inTurn } from '../write-queue.ts'
import { newFileId } from './id.ts'

/** A file and the way to its bytes. */
export interface OpenFile {
  readonly file: FileEntry
  /** Its bytes, or a part of them, as they are asked for. Throws where they are lost. */
  readonly bytes: (range?: ByteRange) => Promise<ReadableStream<Uint8Array<ArrayBuffer>>>
}

export interface Upload {
  readonly name: string
  /** The id that the device drew, which notes may link already. */
  readonly id?: string
  /** Media type. */
  readonly type: string
  /** As they come; what this throws is thrown on. */
  readonly bytes: AsyncIterable<Uint8Array>
}

export interface FilesService {
  /** @param account whose file it has to be; undefined for whoever holds the id */
  find(id: string, account: Account | undefined): Promise<Result<OpenFile>>
  /** @returns the file, or 413, 507; 409 where it was cleared at the same moment */
  add(caller: SessionCaller, upload: Upload): Promise<Result<Answer<UploadAnswer>>>
}

const NONE = refuse({ code: 'not_found', what: 'file' })
const MEANWHILE = refuse({ code: 'conflict', why: 'meanwhile' })

/** Files of an account that come in at once; more wait, so that the disk never holds many that may yet be refused. */
const AT_ONCE = 16

/** @param clock gives now, in milliseconds since 1970 */
export function filesService(store: Store, blobs: Blobs, clock: () => number): FilesService {
  let next = 0

  /** An account that is closed shows nobody its files. */
  async function ownerOf(fileId: string): Promise<string | undefined> {
    const id = await store.accountOfFile(fileId)
    const account = id === undefined ? undefined : await store.accounts.find(id)
    return account && openPlan(account, clock()).ok ? account.id : undefined
  }

  /** The id that was asked for where no file has it, of this account or another; else a new one. */
  async function idFor({ id: accountId }: Account, asked: string | undefined): Promise<string> {
    if (asked === undefined) return newFileId()
    const owner = await store.accountOfFile(asked)
    if (owner !== undefined && owner !== accountId) return newFileId()
    return (await store.graph(accountId).fileById(asked)) ? newFileId() : asked
  }

  /** Keeps what came in, and notes it. @returns the file that the account now has */
  async function keep(account: Account, received: Received, file: FileEntry): Promise<Result<FileEntry>> {
    const graph = store.graph(account.id)
    const { hash } = received
    await store.sweeps.note(account.id) // before its bytes are kept: they may come to have no file
    const held = await graph.fileByHash(hash)
    if (held) {
      await graph.renewFile(held.id)
      if (!(await blobs.has(account.id, hash))) await received.keep()
    } else {
      await received.keep()
      const landed = await graph.commit({ puts: [], files: [file], quota: account.quota })
      if (!landed.ok) {
        await blobs.remove(account.id, hash, isHeld(graph, hash))
        return landed.why === 'quota_full' ? refuse({ code: 'quota_full', quota: account.quota }) : MEANWHILE
      }
    }
    // Who clears files lays bytes aside before looking for a file that needs them; here the order is the other way.
    const kept = await graph.fileByHash(hash)
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

  return {
    async find(id, account) {
      const accountId = account?.id ?? (await ownerOf(id))
      const file = accountId === undefined ? undefined : await store.graph(accountId).fileById(id)
      if (accountId === undefined || !file) return NONE
      return ok({
        file,
        bytes: async (range) => {
          const stream = await blobs.open(accountId, file.hash, range)
          if (!stream) throw new Error('the bytes of a file are lost')
          return stream
        },
      })
    },

    add: ({ account }, upload) =>
      inTurn(store, `${account.id}/files/${next++ % AT_ONCE}`, async () => take(account, upload)),
  }
}

/** Whether the account has a file with these bytes. */
const isHeld = (graph: GraphStore, hash: string) => async (): Promise<boolean> =>
  (await graph.fileByHash(hash)) !== undefined

const uploadAnswer = ({ id, name, type, size }: FileEntry): Answer<UploadAnswer> =>
  answer(JSON.stringify({ id, name, type, size }))
