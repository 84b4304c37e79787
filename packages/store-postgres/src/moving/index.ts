/** Moves an account between a data folder and a database. */
import { statfs } from 'node:fs/promises'
import type { Blobs, SourceFile, StorageUsage } from '@notegraph/store'
import { graphFile, holdsSqlite, openGraphSource, openSqliteSide, writeGraph } from '@notegraph/store/sqlite'
import type { Database } from '../database/database.ts'
import { filesAfter, type FilePosition } from '../graphs/files.ts'
import { storageUsage } from '../graphs/storage-use.ts'
import { uploadGraph } from '../graphs/upload.ts'
import { openTruth } from '../store.ts'
import { downloadGraph } from './download.ts'
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
  readonly onStep?: (step: MoveStep) => void
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
 * Move an account while servers use both stores. Writes to the account are refused until the switch.
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
      const moved = await db.alone(`move ${accountId}`, async (check) =>
        moveBetween({ ...work, from, to: target, check, ...(onStep && { onStep }) }, accountId),
      )
      if (!moved) throw new MoveError(`Another command moves the account ${JSON.stringify(accountId)} now.`)
      return moved.value
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

type Directed = Pick<MoveWork, 'copyGraph' | 'copyFiles' | 'removeFiles'>

function upload(db: Database, options: MoveOptions): Directed {
  const { folder, now, onRecords } = options
  const withSource = async <T>(
    accountId: string,
    work: (source: ReturnType<typeof openGraphSource>) => Promise<T>,
  ): Promise<T> => {
    const source = openGraphSource(graphFile(folder, accountId))
    try {
      return await work(source)
    } finally {
      source.close()
    }
  }
  return {
    copyGraph: async (accountId) =>
      withSource(accountId, async (source) => {
        let records = 0
        const total = liveRecords((await source.state()).storage)
        const counted = {
          ...source,
          *records() {
            records = 0
            for (const piece of source.records()) {
              records += piece.length
              onRecords?.(records, total)
              yield piece
            }
          },
        }
        const done = await uploadGraph(db, accountId, counted, now)
        if (done.ok) return { records }
        return { problems: done.why === 'differs' ? done.problems : ['somebody wrote to one of the graphs'] }
      }),
    copyFiles: async (accountId) =>
      withSource(accountId, async (source) => copyFiles(accountId, source.files(), options)),
    removeFiles: async (accountId) => removeFiles(accountId, options),
  }
}

function download(db: Database, options: MoveOptions): Directed {
  const { folder, now, origin, onRecords, freeBytes = freeOf } = options
  return {
    async copyGraph(accountId) {
      const usage = await storageUsage(db, accountId)
      const needed = GRAPH_FILE * (usage.pages.bytes + usage.blocks.bytes + usage.shapes.bytes)
      if ((await freeBytes(folder)) < needed + ROOM)
        throw new MoveError(`The disk of ${folder} has too little space: ${needed + ROOM} bytes are needed.`)
      const total = liveRecords(usage)
      const writer = writeGraph(folder, accountId, origin)
      try {
        let records = 0
        const done = await downloadGraph(db, accountId, writer, now, (count) => {
          records = count
          onRecords?.(count, total)
        })
        if (!done.ok) return done
        await writer.install()
        return { records }
      } finally {
        writer.discard()
      }
    },
    copyFiles: async (accountId) => copyFiles(accountId, filesOf(db, accountId), options),
    removeFiles: async (accountId) => removeFiles(accountId, options),
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
