/**
 * Backs up and restores the data folder while other processes use it. A backup has the layout of the data folder. Its
 * mark is written last, so an interrupted backup is never taken for a complete one.
 *
 * @see operations, The command line
 */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { auditedStore, auditLog, bytesProblem, type Progress } from '@notegraph/service'
import { changeSecretKey, type Blobs, type EndedAccess, type SecretKey, type Store } from '@notegraph/store'
import { linkBlob, makePrivateFolder, openDiskBlobs, PRIVATE_FILE } from '@notegraph/store/disk'
import {
  copyAccounts,
  copyGraphs,
  countGraphs,
  holdsSqlite,
  isInUse,
  openSoleLock,
  openSqlite,
  replaceSqlite,
} from '@notegraph/store/sqlite'
import * as v from 'valibot'
import { isWithin } from './is-within.ts'
import { deletedSecrets, type DeletedSecret } from './secret-key.ts'

/** A backup or restore that cannot be done. The message is one line with the reason. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

/** The result of a backup. */
export interface BackupReport {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly accounts: number
  readonly files: number
  /** SHA-256 hashes of files whose bytes no longer match. The backup leaves them out. */
  readonly damaged: readonly string[]
}

/** The result of a restore; `at` is the time of the backup. */
export interface RestoreReport extends BackupReport {
  /** The folder of the databases that the restore replaced. */
  readonly replaced?: string
  /** Secrets that were deleted, because the backup was made under another secret key. */
  readonly deleted: readonly DeletedSecret[]
  /** The access that was ended, of all accounts together; absent if it was kept. */
  readonly ended?: EndedAccess
}

/** The data to copy; `store` has its folder open. */
export interface BackupSource {
  readonly store: Store
  readonly blobs: Blobs
  readonly data: string
}

/** Further parts of a backup. */
export interface BackupOptions {
  readonly progress?: Progress | undefined
  readonly signal?: AbortSignal | undefined
  readonly earlier?: string
  readonly check?: () => Promise<void>
}

const MARK = 'backup.json'
const Mark = v.object({
  at: v.number(),
  accounts: v.optional(v.number(), 0),
  files: v.optional(v.number(), 0),
  damaged: v.optional(v.array(v.string()), []),
})
const FILES = 'files'
/** How the name of a folder with restored data begins. The time of the restore follows. */
const RESTORED = '.restored-'

/**
 * Copies every graph, every account and every file into a new folder.
 *
 * @param data the data folder, which `store` has open
 * @param folder created if missing; must be empty
 * @param now milliseconds since 1970
 * @param options.progress called after each graph and each file
 * @param options.signal stops the backup; a failed or stopped backup leaves no files
 * @param options.earlier a backup beside it that shares the files which both have
 * @param options.check called before the backup counts as complete
 * @throws {BackupError} if the folder is not empty or in the data folder, or the reason of the signal
 * @example
 * ```ts
 * const { accounts, files } = await backUp({ store, blobs, data: './data' }, '/backups/monday', Date.now())
 * ```
 */
export async function backUp(
  from: BackupSource,
  folder: string,
  now: number,
  options: BackupOptions = {},
): Promise<BackupReport> {
  if (isWithin(folder, from.data))
    throw new BackupError(
      `${folder} is in the data folder, so both would be lost together. Choose a folder elsewhere, best on another disk.`,
    )
  const isNew = !existsSync(folder)
  makePrivateFolder(folder)
  if (readdirSync(folder).length > 0) throw new BackupError(`${folder} is not empty. Choose a new folder.`)
  try {
    return await copyTo(folder, from, now, options)
  } catch (error) {
    const left = isNew ? [folder] : readdirSync(folder).map((name) => join(folder, name))
    for (const path of left) await rm(path, { recursive: true, force: true })
    throw error
  }
}

async function copyTo(
  folder: string,
  { store, blobs, data }: BackupSource,
  now: number,
  { progress, signal, earlier, check }: BackupOptions,
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
  // Files are stored before a graph names them and stay long after, so each copied graph has its files.
  const link = async (id: string, hash: string) =>
    earlier === undefined ? undefined : linkBlob(join(earlier, FILES), join(folder, FILES), id, hash)
  const copied = await copyFiles(accounts, blobs, openDiskBlobs(join(folder, FILES)), step, link)
  await check?.()
  const report = { at: now, accounts: accounts.length, ...copied }
  await writeFile(join(folder, MARK), `${JSON.stringify(report)}\n`, {
    flag: 'wx',
    flush: true,
    mode: PRIVATE_FILE,
  })
  return report
}

/**
 * Replaces the databases of a data folder with those of a backup. A new epoch makes devices offer again the changes
 * that the backup lacks. Browsers, devices, apps and sign-in links end, and shared pages and sites are closed. Some of them
 * may have ended since the backup, and nobody would notice that they work again.
 *
 * @param blobs receives the bytes of files; existing ones stay unless they are damaged
 * @param key returns the server's key; secrets under another one are deleted
 * @param keepsAccess for a move to another machine
 * @param now milliseconds since 1970
 * @param progress called for each file, after the graphs are in place
 * @throws {BackupError} if the folder is not a complete backup, or a process has the data open
 * @see sync, Ideas 4; decisions 9.10
 * @example
 * ```ts
 * const { replaced } = await restore({ blobs, data: './data', key: () => key }, '/backups/monday', Date.now())
 * ```
 */
export async function restore(
  {
    blobs,
    data,
    key,
    keepsAccess = false,
  }: {
    readonly blobs: Blobs
    readonly data: string
    readonly key: () => SecretKey
    readonly keepsAccess?: boolean
  },
  folder: string,
  now: number,
  progress?: Progress,
): Promise<RestoreReport> {
  const { at } = readMark(folder)
  refuseInUse(data)
  finishRestore(data)
  const hasData = holdsSqlite(data)
  const epochs = hasData ? await epochsOf(data) : new Map<string, number>()
  const beside = join(data, '.restoring')
  await rm(beside, { recursive: true, force: true })
  await copyGraphs(folder, beside)
  await copyAccounts(folder, beside)
  const accounts = await raiseEpochs(beside, (id) => Math.max(now, (epochs.get(id) ?? 0) + 1))
  const deleted = await deleteUnreadable(beside, key())
  const ended = keepsAccess ? undefined : await endAccess(beside, now)
  const from = openDiskBlobs(join(folder, FILES))
  const copied = await copyFiles(
    accounts,
    from,
    blobs,
    await stepsOf(progress, () => countFiles(accounts, from)),
  )
  refuseInUse(data)
  // From here on, the restored data counts.
  renameSync(beside, join(data, RESTORED + new Date(now).toISOString().replaceAll(/[-:.]/g, '')))
  const replaced = finishRestore(data)
  return {
    at,
    accounts: accounts.length,
    ...copied,
    ...(replaced !== undefined && { replaced }),
    deleted,
    ...(ended && { ended }),
  }
}

function refuseInUse(data: string): void {
  if (isInUse(data)) throw new BackupError(`${data} is in use. Stop the programs that use it first.`)
}

/**
 * Finishes a restore that was cut off after its data was complete. One that was cut off before changed nothing.
 * @returns the folder of the databases that were replaced, if a restore was finished and there were any
 * @throws {BackupError} if another process does so
 * @example
 * finishRestore('./data')
 */
export function finishRestore(data: string): string | undefined {
  const name = existsSync(data) ? readdirSync(data).find((one) => one.startsWith(RESTORED)) : undefined
  if (name === undefined) return undefined
  const from = join(data, name)
  const aside = join(data, 'replaced', name.slice(RESTORED.length))
  let lock: ReturnType<typeof openSoleLock>
  try {
    lock = openSoleLock(join(from, 'lock'))
  } catch (error) {
    // Another process has just finished it.
    if (!existsSync(from)) return undefined
    throw error
  }
  try {
    if (!lock.takeAlone()) throw new BackupError(`Another process restores ${data} right now.`)
    replaceSqlite(from, data, aside)
  } finally {
    lock.close()
  }
  rmSync(from, { recursive: true, force: true })
  return existsSync(aside) ? aside : undefined
}

/**
 * Deletes a backup. One that is half deleted does not count, as its mark goes first.
 * @example
 * await deleteBackup('/backups/monday')
 */
export async function deleteBackup(folder: string): Promise<void> {
  await rm(join(folder, MARK), { force: true })
  await rm(folder, { recursive: true, force: true })
}

/** Deletes what the key can't open, so that the server starts with it. */
async function deleteUnreadable(folder: string, key: SecretKey): Promise<DeletedSecret[]> {
  const store = openSqlite(folder)
  try {
    const noted = await store.secrets.fingerprint()
    const isReadable = noted === undefined || noted === key.fingerprint
    return isReadable ? [] : deletedSecrets((await changeSecretKey(store, undefined, key))!)
  } finally {
    await store.close()
  }
}

/** Ends the access to all accounts, and notes it in their audit logs. */
async function endAccess(folder: string, now: number): Promise<EndedAccess> {
  const store = openSqlite(folder)
  const clock = () => now
  const { accounts } = auditedStore(store, auditLog(store, { clock }), clock)
  const ended = { browsers: 0, devices: 0, apps: 0, links: 0, tokens: 0, shares: 0, sites: 0 }
  try {
    for (const { id } of await accounts.list()) {
      const one = await accounts.endAccess(id, now, { published: true, evenMoving: true })
      for (const what of Object.keys(ended) as (keyof EndedAccess)[]) ended[what] += one[what]
    }
    return ended
  } finally {
    await store.close()
  }
}

/**
 * Reads the mark of a complete backup.
 * @returns undefined if the folder has none that can be read
 * @example
 * readBackup('/backups/monday')?.at
 */
export function readBackup(folder: string): BackupReport | undefined {
  try {
    return readMark(folder)
  } catch {
    return undefined
  }
}

function readMark(folder: string): BackupReport {
  try {
    return v.parse(Mark, JSON.parse(readFileSync(join(folder, MARK), 'utf8')))
  } catch (error) {
    if (/^(?:EACCES|EPERM)$/.test(String((error as NodeJS.ErrnoException).code)))
      throw new BackupError(
        `${folder} may not be read by this user. Change its owner to the user of the server.`,
      )
    const why = existsSync(join(folder, 'accounts.sqlite')) ? 'is not a complete backup' : 'is not a backup'
    throw new BackupError(`${folder} ${why}: it has no ${MARK}.`)
  }
}

/** The epoch of each graph that can still be read. The replaced data may be damaged. */
async function epochsOf(data: string): Promise<Map<string, number>> {
  const epochs = new Map<string, number>()
  try {
    await eachGraph(data, async (store, id) => {
      const { epoch } = await store.graph(id).feed.state()
      epochs.set(id, epoch)
    })
  } catch {
    // The caller then takes the time as the new epoch.
  }
  return epochs
}

const raiseEpochs = async (folder: string, to: (id: string) => number): Promise<string[]> =>
  eachGraph(folder, async (store, id) => store.graph(id).feed.raiseEpoch(to(id)))

/** @returns the ids of all accounts, including those without a graph */
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

/** @returns a function to call after each step */
async function stepsOf(progress: Progress | undefined, count: () => Promise<number>): Promise<() => void> {
  if (!progress) return () => {}
  const total = await count()
  let done = 0
  progress(done, total)
  return () => progress(++done, Math.max(total, done)) // files may have been added since the count
}

async function copyFiles(
  accounts: readonly string[],
  from: Blobs,
  to: Blobs,
  step: () => void,
  link?: (id: string, hash: string) => Promise<void>,
): Promise<Pick<BackupReport, 'files' | 'damaged'>> {
  const damaged: string[] = []
  let files = 0
  for (const id of accounts) {
    for await (const { hash } of from.list(id)) {
      await link?.(id, hash)
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
  // A damaged copy may be the reason for the restore, also one that the disk cannot read.
  const problem = await bytesProblem(to, id, hash).catch(() => 'its bytes cannot be read')
  if (problem === undefined) return 'there'
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
