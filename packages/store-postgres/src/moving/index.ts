/** Moves an account between a data folder and a database. */
import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import type { Blobs, SourceFile, StorageUsage } from '@notegraph/store'
import {
  graphFile,
  holdsSqlite,
  openGraphSource,
  openSqliteSide,
  StaleReplica,
  writeGraph,
  type GraphFileSource,
  type GraphWriter,
} from '@notegraph/store/sqlite'
import type { Database } from '../database/database.ts'
import { filesAfter, type FilePosition } from '../graphs/files.ts'
import { storageUsage } from '../graphs/storage-use.ts'
import { copyRecordsAhead, uploadGraph, type RecordsAhead } from '../graphs/upload.ts'
import { openTruth } from '../store.ts'
import { downloadGraph, type Download, type DownloadResult } from './download.ts'
import {
  moveBetween,
  MoveError,
  type MoveReport,
  type MoveStep,
  type MoveWork,
  type NamedSide,
} from './move-account.ts'
import { postgresSide } from './move-side.ts'

export { MOVE_STEPS, MoveError, type FoundState, type MoveReport, type MoveStep } from './move-account.ts'

/** An account, the two stores, and the direction. */
export interface MoveOptions {
  readonly accountId: string
  readonly to: 'postgres' | 'embedded'
  /** The address of the server itself: a transaction pooler would lose the lock of the move. */
  readonly url: string
  /** The folder of the embedded store. */
  readonly folder: string
  /** The service's own origin; its file addresses are shown as file names. */
  readonly origin?: string
  /** The bytes of files, as the target finds them. */
  readonly blobs: Blobs
  /** The bytes of files, as the source finds them, if that is another place. */
  readonly blobsFrom?: Blobs
  /** Milliseconds since 1970. */
  readonly now: number
  /** Called before each step. */
  readonly onStep?: (step: MoveStep) => void | Promise<void>
  /** Called with the number of records that were copied so far, and with that of all live ones. */
  readonly onRecords?: (done: number, total: number) => void
  /** The bytes that are free on the disk of a folder. */
  readonly freeBytes?: (folder: string) => Promise<number>
}

/** A graph file has up to so many times the bytes of its records: their rows, indexes and the search. */
const GRAPH_FILE = 4
/** Bytes that stay free. */
const ROOM = 16 * 2 ** 20

async function freeOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

const liveRecords = ({ pages, blocks, shapes }: StorageUsage): number =>
  pages.count + blocks.count + shapes.count

/** Files that are looked up at once. */
const FILES = 1_000

/**
 * Move an account while servers use both stores. Most of it is copied while it is in use; writes are refused for the rest.
 * @throws MoveError if the move is impossible; the account stays in the source
 * @throws StoreUnavailable if PostgreSQL goes away; the next call goes on where this one ended
 * @example
 * const report = await moveAccount({ accountId: 'ada', to: 'postgres', url, folder: 'data', blobs, now: Date.now() })
 */
export async function moveAccount(options: MoveOptions): Promise<MoveReport> {
  const { accountId, to, url, folder, onStep } = options
  if (to === 'postgres' && !holdsSqlite(folder)) throw new MoveError(`There is no data in ${folder}.`)
  const { db, signals, store } = await openTruth({ url, connections: 4 })
  try {
    const embedded = openSqliteSide(folder)
    try {
      const sides: readonly [NamedSide, NamedSide] = [
        { side: embedded, place: 'embedded' },
        { side: postgresSide(db, signals), place: placeOf(url) },
      ]
      const [from, target] = to === 'postgres' ? sides : ([sides[1], sides[0]] as const)
      const work = to === 'postgres' ? upload(db, options) : download(db, options)
      try {
        const moved = await db.alone(`move ${accountId}`, async (check) =>
          moveBetween({ ...work, from, to: target, check, ...(onStep && { onStep }) }, accountId),
        )
        if (!moved) throw new MoveError(`Another command moves the account ${JSON.stringify(accountId)} now.`)
        return moved.value
      } finally {
        work.end()
      }
    } finally {
      await embedded.end()
    }
  } finally {
    await store.close()
  }
}

/** An address without its user, password and settings. */
export function placeOf(url: string): string {
  const { host, pathname } = new URL(url)
  return `postgres://${host}${pathname}`
}

interface Directed extends Pick<MoveWork, 'copyAhead' | 'copyGraph' | 'copyFiles' | 'removeFiles'> {
  /** Deletes a copy that did not succeed. */
  end(): void
}

function upload(db: Database, options: MoveOptions): Directed {
  const { folder, now, onRecords } = options
  let records = 0
  let ahead: RecordsAhead | undefined
  const withSource = async <T>(
    accountId: string,
    work: (source: GraphFileSource) => Promise<T>,
  ): Promise<T> => {
    const source = openGraphSource(graphFile(folder, accountId))
    try {
      return await work(source)
    } finally {
      source.close()
    }
  }
  /** Reports the progress of the records. */
  const counted = async (source: GraphFileSource): Promise<GraphFileSource> => {
    const total = liveRecords((await source.state()).storage)
    return {
      ...source,
      *records(after) {
        for (const piece of source.records(after)) {
          records += piece.length
          onRecords?.(records, total)
          yield piece
        }
      },
    }
  }
  return {
    async copyAhead(accountId) {
      if (!existsSync(graphFile(folder, accountId))) return []
      return withSource(accountId, async (source) => {
        const copied = await copyRecordsAhead(db, accountId, await counted(source))
        if ('problems' in copied) return copied.problems
        ahead = copied
        return []
      })
    },
    copyGraph: async (accountId) =>
      withSource(accountId, async (source) => {
        const done = await uploadGraph(db, accountId, await counted(source), now, ahead)
        if (done.ok) return { records: (await source.state()).records }
        return { problems: done.why === 'differs' ? done.problems : ['somebody wrote to one of the graphs'] }
      }),
    async copyFiles(accountId) {
      if (!existsSync(graphFile(folder, accountId))) return 0
      return withSource(accountId, async (source) => copyFiles(accountId, source.files(), options))
    },
    removeFiles: async (accountId) => removeFiles(accountId, options),
    end: () => {},
  }
}

function download(db: Database, options: MoveOptions): Directed {
  const { folder, now, origin, onRecords, freeBytes = freeOf } = options
  let begun: (Download & { readonly writer: GraphWriter }) | undefined

  async function begin(accountId: string): Promise<Download & { readonly writer: GraphWriter }> {
    begun?.writer.discard()
    const usage = await storageUsage(db, accountId)
    const needed = GRAPH_FILE * (usage.pages.bytes + usage.blocks.bytes + usage.shapes.bytes)
    if ((await freeBytes(folder)) < needed + ROOM)
      throw new MoveError(`The disk of ${folder} has too little space: ${needed + ROOM} bytes are needed.`)
    const total = liveRecords(usage)
    const writer = writeGraph(folder, accountId, origin)
    begun = {
      writer,
      ...downloadGraph(db, accountId, writer, now, (count) => onRecords?.(count, total)),
    }
    return begun
  }

  return {
    copyAhead: async (accountId) => (await begin(accountId)).ahead(),
    async copyGraph(accountId) {
      let done: DownloadResult
      try {
        done = await (begun ?? (await begin(accountId))).finish()
      } catch (error) {
        if (!(error instanceof StaleReplica)) throw error
        done = await (await begin(accountId)).finish()
      }
      if (!done.ok) return done
      await begun!.writer.install()
      return { records: done.records }
    },
    copyFiles: async (accountId) => copyFiles(accountId, filesOf(db, accountId), options),
    removeFiles: async (accountId) => removeFiles(accountId, options),
    end: () => begun?.writer.discard(),
  }
}

async function* filesOf(
  db: Database,
  accountId: string,
): AsyncGenerator<readonly Pick<SourceFile, 'hash'>[]> {
  let position: FilePosition = { seq: 0, id: '' }
  for (;;) {
    const files = await filesAfter(db, accountId, position, FILES)
    const last = files.at(-1)
    if (!last) return
    yield files
    position = { seq: last.seq, id: last.id }
  }
}

/** Copies the bytes that the target lacks. @throws MoveError if the source lacks them too, or they are damaged */
async function copyFiles(
  accountId: string,
  parts: Iterable<readonly Pick<SourceFile, 'hash'>[]> | AsyncIterable<readonly Pick<SourceFile, 'hash'>[]>,
  { blobs, blobsFrom }: MoveOptions,
): Promise<number> {
  let copied = 0
  for await (const files of parts)
    for (const { hash } of files) {
      if (await blobs.has(accountId, hash)) continue
      const bytes = await blobsFrom?.open(accountId, hash)
      const received = bytes && (await blobs.receive(accountId, bytes, Infinity))
      if (!received) throw new MoveError(`The bytes of the file ${hash} are missing.`)
      try {
        if (received.hash !== hash) throw new MoveError(`The bytes of the file ${hash} are damaged.`)
        await received.keep()
        copied++
      } finally {
        await received.drop()
      }
    }
  return copied
}

/** Bytes in a place that the target does not use would stay for ever. */
const removeFiles = async (accountId: string, { blobsFrom }: MoveOptions): Promise<void> =>
  blobsFrom?.removeAll(accountId)
