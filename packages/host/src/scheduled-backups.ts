/**
 * Backups at regular times: each is a whole one in a folder of its own, named by its time. Files that the backup before has
 * too are shared with it by hard links, so that they take their space once. A backup counts once it was opened and read. A
 * bucket may have copies of them.
 * @see operations, Backups by the server
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupEntry, BackupState, Progress } from '@notegraph/service'
import { makePrivateFolder, PRIVATE_FILE } from '@notegraph/store/disk'
import { checkCopies, openSoleLock } from '@notegraph/store/sqlite'
import type { Bucket, Copies } from '@notegraph/store/s3'
import * as v from 'valibot'
import { backUp, BackupError, deleteBackup, readBackup, type BackupSource } from './backup.ts'
import { diskFault } from './disk-fault.ts'
import type { BackupSchedule } from './setting-groups.ts'

const HOUR = 3_600_000
const NAME = /^\d{8}T\d{6}Z$/
const FAILED = 'failed.json'
const Failed = v.object({ at: v.number(), why: v.string() })
/** The time of the last backup that the bucket has. */
const COPIED = 'copied.json'
const Copied = v.object({ at: v.number() })

const nameAt = (now: number): string => `${new Date(now).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

/** The first free name from a time on: a person may make two backups in a second. */
const freeName = (folder: string, at: number): string =>
  existsSync(join(folder, nameAt(at))) ? freeName(folder, at + 1_000) : nameAt(at)

/**
 * Lists the complete backups in a folder.
 * @returns newest first; none if there is no such folder
 * @example
 * const [newest] = listBackups('/backups')
 */
export function listBackups(folder: string): BackupEntry[] {
  return namesIn(folder).flatMap((name) => {
    const found = readBackup(join(folder, name))
    return found
      ? [{ name, at: found.at, accounts: found.accounts, files: found.files, damaged: found.damaged.length }]
      : []
  })
}

/** The folders of backups, complete or not, newest first. */
const namesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => NAME.test(name))
        .toSorted()
        .toReversed()
    : []

/**
 * The state of scheduled backups, from their folder alone. A folder that cannot be read is a failure of now.
 * @param now milliseconds since 1970
 * @example
 * const { isLate } = backupState({ folder: '/backups', hours: 24, keep: 14 }, Date.now())
 */
export function backupState({ folder, hours, bucket }: BackupSchedule, now: number): BackupState {
  let listed: BackupEntry[]
  try {
    listed = listBackups(folder)
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    const why = diskFault(error) ?? `The folder of the backups cannot be read (${code}).`
    return { kept: 0, failed: { at: now, why }, isLate: true }
  }
  const [latest, ...rest] = listed
  const failed = noteIn(folder, FAILED, Failed)
  const copied = bucket && noteIn(folder, COPIED, Copied)
  const isOld = latest !== undefined && now - latest.at > 2 * hours * HOUR
  return {
    ...(latest && { latest }),
    kept: latest ? rest.length + 1 : 0,
    ...(failed && { failed }),
    ...(copied && { copiedAt: copied.at }),
    isLate: isOld || failed !== undefined,
  }
}

/**
 * The time of the next backup or copy, in milliseconds since 1970. After a failure, the server tries again in an hour.
 * @example
 * if (nextBackup(schedule, backupState(schedule, now)) <= now) await takeBackup(from, schedule, now)
 */
export function nextBackup(schedule: BackupSchedule, state: BackupState): number {
  const { latest, failed } = state
  if (failed) return failed.at + HOUR
  return lacksCopy(schedule, state) ? latest!.at : (latest?.at ?? -Infinity) + schedule.hours * HOUR
}

/** Whether the bucket has no copy of the latest backup: its copy failed, or was stopped. */
const lacksCopy = ({ bucket }: BackupSchedule, { latest, copiedAt }: BackupState): boolean =>
  bucket !== undefined && latest !== undefined && copiedAt !== latest.at

type Note = typeof Failed | typeof Copied
function noteIn<S extends Note>(folder: string, name: string, schema: S): v.InferOutput<S> | undefined {
  try {
    return v.parse(schema, JSON.parse(readFileSync(join(folder, name), 'utf8')))
  } catch {
    return undefined
  }
}

/**
 * Makes a backup, checks it, and deletes those beyond the number that is kept. Then it copies the backup to the bucket, if there
 * is one. The folder has the reason of a failure.
 *
 * @param now milliseconds since 1970
 * @throws {BackupError} if another process makes one, the copy cannot be read, or the bucket refuses it
 * @example
 * ```ts
 * await takeBackup({ store, blobs, data }, { folder: '/backups', hours: 24, keep: 14, bucket }, Date.now())
 * ```
 */
export async function takeBackup(
  from: BackupSource,
  schedule: BackupSchedule,
  now: number,
  progress?: Progress,
  signal?: AbortSignal,
): Promise<BackupEntry> {
  return alone(from.data, schedule, now, signal, async () => {
    const made = await takeAlone(from, schedule, now, progress, signal)
    await copyToBucket(schedule, made, signal)
    return made
  })
}

/**
 * Makes the backup that is due, or only the copy that the last one lacks.
 *
 * @throws as `takeBackup`
 * @example
 * ```ts
 * await takeDueBackup({ store, blobs, data }, schedule, Date.now())
 * ```
 */
export async function takeDueBackup(
  from: BackupSource,
  schedule: BackupSchedule,
  now: number,
  signal?: AbortSignal,
): Promise<void> {
  const state = backupState(schedule, now)
  const { latest } = state
  if (latest && lacksCopy(schedule, state) && now < latest.at + schedule.hours * HOUR)
    await alone(from.data, schedule, now, signal, async () => copyToBucket(schedule, latest, signal))
  else await takeBackup(from, schedule, now, undefined, signal)
}

async function alone<T>(
  data: string,
  { folder }: BackupSchedule,
  now: number,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const lock = openSoleLock(join(data, 'backup.lock'))
  try {
    if (!lock.takeAlone()) throw new BackupError('Another process makes a backup of this data right now.')
    const done = await work().catch(async (error: unknown) => {
      // A stop is no failure.
      if (signal?.aborted !== true) await noteFailure(folder, now, error)
      throw error
    })
    await rm(join(folder, FAILED), { force: true })
    return done
  } finally {
    lock.close()
  }
}

async function takeAlone(
  from: BackupSource,
  { folder, keep }: BackupSchedule,
  now: number,
  progress?: Progress,
  signal?: AbortSignal,
): Promise<BackupEntry> {
  makePrivateFolder(folder)
  const before = listBackups(folder)
  // A process that died left an incomplete one.
  for (const name of namesIn(folder))
    if (!before.some((one) => one.name === name)) await rm(join(folder, name), { recursive: true })
  const name = freeName(folder, now)
  const [latest] = before
  const to = join(folder, name)
  await backUp(from, to, now, {
    progress,
    signal,
    ...(latest && { earlier: join(folder, latest.name) }),
    check: async () => {
      const unreadable = checkCopies(to)
      if (unreadable.length > 0) throw new BackupError(`The copy of ${unreadable[0]!} cannot be read.`)
    },
  })
  const all = listBackups(folder)
  for (const old of all.slice(Math.max(keep, 1))) await deleteBackup(join(folder, old.name))
  return all.find((one) => one.name === name)!
}

async function copyToBucket(
  { folder, keep, bucket }: BackupSchedule,
  { name, at }: BackupEntry,
  signal?: AbortSignal,
): Promise<void> {
  if (!bucket) return
  try {
    const copies = await copiesIn(bucket)
    await copies.put(join(folder, name), name, keep, signal)
  } catch (error) {
    signal?.throwIfAborted()
    const { code, name: kind } = error as NodeJS.ErrnoException
    throw new BackupError(`The copy to the bucket ${bucket.name} failed (${code ?? kind}).`, { cause: error })
  }
  await writeNote(folder, COPIED, { at })
}

/** The S3 client is slow to load, and most servers have no bucket. */
const copiesIn = async (bucket: Bucket): Promise<Copies> =>
  (await import('@notegraph/store/s3')).openCopies(bucket)

/**
 * Brings a backup from the bucket back to the folder of backups. A call that was cut off goes on where it was.
 *
 * @param wanted the name of a backup; the newest by default
 * @returns the folder of the backup
 * @throws {BackupError} if the bucket has none, cannot be used, or lacks a part
 * @example
 * ```ts
 * const backup = await fetchBackup(bucket, '/backups')
 * ```
 */
export async function fetchBackup(bucket: Bucket, folder: string, wanted?: string): Promise<string> {
  try {
    const copies = await copiesIn(bucket)
    const names = await copies.names()
    const name = wanted ?? names[0]
    if (name === undefined || !names.includes(name))
      throw new Error(
        `it has ${wanted === undefined ? 'no backup' : `none of the name ${wanted}, but ${names.join(', ') || 'none'}`}`,
      )
    const to = join(folder, name)
    if (readBackup(to)) return to
    makePrivateFolder(folder)
    await rm(to, { recursive: true, force: true })
    await copies.fetch(name, to)
    return to
  } catch (error) {
    const why = `The bucket ${bucket.name}: ${(error as Error).message.replace(/\.$/u, '')}.`
    throw new BackupError(diskFault(error) ?? why, { cause: error })
  }
}

async function noteFailure(folder: string, at: number, error: unknown): Promise<void> {
  const why = error instanceof BackupError ? error.message : (diskFault(error) ?? faultWords(error))
  // The reason may be that nothing can be written there. Then the age of the last backup shows it.
  await writeNote(folder, FAILED, { at, why }).catch(() => {})
}

const writeNote = async (folder: string, name: string, note: object): Promise<void> =>
  writeFile(join(folder, name), `${JSON.stringify(note)}\n`, { mode: PRIVATE_FILE })

/** No text of an error, which may have a name of a note. */
function faultWords(error: unknown): string {
  const code: unknown = (error as { readonly code?: unknown } | undefined)?.code
  return `The backup failed (${typeof code === 'string' ? code : 'internal'}). The log has the reason.`
}
