/**
 * A copy of all that is kept, taken while others work on it, and put back. A backup is laid out as the data folder is;
 * its mark is written last, so that what was cut off is not taken for one.
 *
 * @see operations, The command line
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Progress } from '@notegraph/service'
import type { Blobs, Store } from '@notegraph/store'
import { makePrivateFolder, openDiskBlobs, PRIVATE_FILE } from '@notegraph/store/disk'
import {
  copyAccounts,
  copyGraphs,
  countGraphs,
  holdsSqlite,
  isInUse,
  moveSqlite,
  openSqlite,
} from '@notegraph/store/sqlite'
import * as v from 'valibot'

/** What cannot be backed up or restored; the message is one line that says why. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

export interface BackupReport {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly accounts: number
  readonly files: number
  /** Hashes of files whose bytes are not what they were; they are left out. */
  readonly damaged: readonly string[]
}

export interface RestoreReport extends BackupReport {
  /** Where the databases are that were there before. */
  readonly replaced?: string
}

const MARK = 'backup.json'
const Mark = v.object({ at: v.number() })
const FILES = 'files'

/**
 * @param data the data folder, which `store` has open
 * @param folder made when it is not there
 * @param progress is told of each graph and each file that is copied
 * @param signal stops it; what fails or stops leaves nothing of the copy
 * @throws {BackupError} where the folder is not empty, or the reason of the signal
 */
export async function backUp(
  { store, blobs, data }: { readonly store: Store; readonly blobs: Blobs; readonly data: string },
  folder: string,
  now: number,
  progress?: Progress,
  signal?: AbortSignal,
): Promise<BackupReport> {
  const isNew = !existsSync(folder)
  makePrivateFolder(folder)
  if (readdirSync(folder).length > 0) throw new BackupError(`${folder} is not empty; give a new folder.`)
  try {
    return await copyTo(folder, { store, blobs, data }, now, progress, signal)
  } catch (error) {
    const left = isNew ? [folder] : readdirSync(folder).map((name) => join(folder, name))
    for (const path of left) await rm(path, { recursive: true, force: true })
    throw error
  }
}

async function copyTo(
  folder: string,
  { store, blobs, data }: { readonly store: Store; readonly blobs: Blobs; readonly data: string },
  now: number,
  progress?: Progress,
  signal?: AbortSignal,
): Promise<BackupReport> {
  const count = await stepsOf(progress, async () => {
    const ids = (await store.accounts.list()).map(({ id }) => id)
    return countGraphs(data) + (await countFiles(ids, blobs))
  })
  const step = () => {
    signal?.throwIfAborted()
    count()
  }
  await copyGraphs(data, folder, step)
  await copyAccounts(data, folder)
  const accounts = (await store.accounts.list()).map(({ id }) => id)
  // Bytes are kept before a graph names them, and stay long after it does no more: each graph that was copied has them.
  const copied = await copyFiles(accounts, blobs, openDiskBlobs(join(folder, FILES)), step)
  const report = { at: now, accounts: accounts.length, ...copied }
  await writeFile(join(folder, MARK), `${JSON.stringify(report)}\n`, {
    flag: 'wx',
    flush: true,
    mode: PRIVATE_FILE,
  })
  return report
}

/**
 * Puts a backup in the place of what a data folder holds. Devices are told by a new epoch, and offer again what the
 * backup lacks.
 *
 * @param blobs where the bytes of files go; those that are there stay
 * @param progress is told of each file, once the graphs are ready
 * @throws {BackupError} where the folder is no whole backup, or a process has the data open
 * @see sync, Ideas 4
 */
export async function restore(
  { blobs, data }: { readonly blobs: Blobs; readonly data: string },
  folder: string,
  now: number,
  progress?: Progress,
): Promise<RestoreReport> {
  const { at } = readMark(folder)
  if (isInUse(data)) throw new BackupError(`${data} is in use; stop what runs on it first.`)
  const held = holdsSqlite(data)
  const epochs = held ? await epochsOf(data) : new Map<string, number>()
  const beside = join(data, '.restoring')
  await rm(beside, { recursive: true, force: true })
  await copyGraphs(folder, beside)
  await copyAccounts(folder, beside)
  const accounts = await raiseEpochs(beside, (id) => Math.max(now, (epochs.get(id) ?? 0) + 1))
  const from = openDiskBlobs(join(folder, FILES))
  const copied = await copyFiles(
    accounts,
    from,
    blobs,
    await stepsOf(progress, () => countFiles(accounts, from)),
  )
  const replaced = join(data, 'replaced', new Date(now).toISOString().replaceAll(/[-:.]/g, ''))
  if (held) await moveSqlite(data, replaced)
  await moveSqlite(beside, data)
  await rm(beside, { recursive: true, force: true })
  return { at, accounts: accounts.length, ...copied, ...(held && { replaced }) }
}

function readMark(folder: string): v.InferOutput<typeof Mark> {
  try {
    return v.parse(Mark, JSON.parse(readFileSync(join(folder, MARK), 'utf8')))
  } catch {
    const why = existsSync(join(folder, 'accounts.sqlite')) ? 'is no whole backup' : 'is no backup'
    throw new BackupError(`${folder} ${why}: it has no ${MARK}.`)
  }
}

/** The epoch of each graph, as far as it can be read: what is replaced may be what was damaged. */
async function epochsOf(data: string): Promise<Map<string, number>> {
  const epochs = new Map<string, number>()
  try {
    await eachGraph(data, async (store, id) => {
      const { epoch } = await store.graph(id).feedState()
      epochs.set(id, epoch)
    })
  } catch {
    // The time is then what tells the epochs apart.
  }
  return epochs
}

const raiseEpochs = async (folder: string, to: (id: string) => number): Promise<string[]> =>
  eachGraph(folder, async (store, id) => store.graph(id).raiseEpoch(to(id)))

/** @returns all accounts, those without a graph too */
async function eachGraph(
  folder: string,
  work: (store: Store, id: string) => Promise<void>,
): Promise<string[]> {
  const store = openSqlite(folder)
  try {
    const ids = (await store.accounts.list()).map(({ id }) => id)
    for (const id of ids) if (await store.hasGraph(id)) await work(store, id)
    return ids
  } finally {
    await store.close()
  }
}

/** @returns to be called for each step that is done */
async function stepsOf(progress: Progress | undefined, count: () => Promise<number>): Promise<() => void> {
  if (!progress) return () => {}
  const total = await count()
  let done = 0
  progress(done, total)
  return () => progress(++done, Math.max(total, done)) // more may have come since
}

async function copyFiles(
  accounts: readonly string[],
  from: Blobs,
  to: Blobs,
  step: () => void,
): Promise<Pick<BackupReport, 'files' | 'damaged'>> {
  const damaged: string[] = []
  let files = 0
  for (const id of accounts) {
    for await (const { hash } of from.list(id)) {
      const became = await copyFile(id, hash, from, to)
      if (became === 'there') files++
      else if (became === 'damaged') damaged.push(hash)
      step()
    }
  }
  return { files, damaged }
}

async function copyFile(
  id: string,
  hash: string,
  from: Blobs,
  to: Blobs,
): Promise<'there' | 'damaged' | 'gone'> {
  if (await to.has(id, hash)) return 'there'
  const bytes = await from.open(id, hash)
  const received = bytes && (await to.receive(id, bytes, Infinity))
  if (!received) return 'gone'
  try {
    if (received.hash !== hash) return 'damaged'
    await received.keep()
    return 'there'
  } finally {
    await received.drop()
  }
}

async function countFiles(accounts: readonly string[], blobs: Blobs): Promise<number> {
  let count = 0
  for (const id of accounts) for await (const _ of blobs.list(id)) count++
  return count
}
