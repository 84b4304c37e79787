/**
 * Backups at regular times: each is a whole one in a folder of its own, named by its time. Files that the backup before has
 * too are shared with it by hard links, so that they take their space once. A backup counts once it was opened and read.
 * @see operations, Backups by the server
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupEntry, BackupState, Progress } from '@notegraph/service'
import { makePrivateFolder, PRIVATE_FILE } from '@notegraph/store/disk'
import { checkCopies, openSoleLock } from '@notegraph/store/sqlite'
import * as v from 'valibot'
import { backUp, BackupError, readBackup, type BackupSource } from './backup.ts'
import { diskFault } from './disk-fault.ts'
import type { BackupSchedule } from './setting-groups.ts'

const HOUR = 3_600_000
const NAME = /^\d{8}T\d{6}Z$/
const FAILED = 'failed.json'
const Failed = v.object({ at: v.number(), why: v.string() })

const nameAt = (now: number): string => `${new Date(now).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

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
 * The state of scheduled backups, from their folder alone.
 * @param now milliseconds since 1970
 * @example
 * const { isLate } = backupState({ folder: '/backups', hours: 24, keep: 14 }, Date.now())
 */
export function backupState({ folder, hours }: BackupSchedule, now: number): BackupState {
  const [latest, ...rest] = listBackups(folder)
  const failed = failureIn(folder)
  const isOld = latest !== undefined && now - latest.at > 2 * hours * HOUR
  return {
    ...(latest && { latest }),
    kept: latest ? rest.length + 1 : 0,
    ...(failed && { failed }),
    isLate: isOld || failed !== undefined,
  }
}

/**
 * The time of the next backup, in milliseconds since 1970. After a failure, the server tries again in an hour.
 * @example
 * if (nextBackup(schedule, backupState(schedule, now)) <= now) await takeBackup(from, schedule, now)
 */
export const nextBackup = ({ hours }: BackupSchedule, { latest, failed }: BackupState): number =>
  Math.max((latest?.at ?? -Infinity) + hours * HOUR, (failed?.at ?? -Infinity) + HOUR)

function failureIn(folder: string): v.InferOutput<typeof Failed> | undefined {
  try {
    return v.parse(Failed, JSON.parse(readFileSync(join(folder, FAILED), 'utf8')))
  } catch {
    return undefined
  }
}

/**
 * Makes a backup, checks it, and deletes those beyond the number that is kept. The folder has the reason of a failure.
 *
 * @param now milliseconds since 1970
 * @throws {BackupError} if another process makes one, or the copy cannot be read
 * @example
 * ```ts
 * await takeBackup({ store, blobs, data }, { folder: '/backups', hours: 24, keep: 14 }, Date.now())
 * ```
 */
export async function takeBackup(
  from: BackupSource,
  { folder, keep }: Pick<BackupSchedule, 'folder' | 'keep'>,
  now: number,
  progress?: Progress,
  signal?: AbortSignal,
): Promise<BackupEntry> {
  const lock = openSoleLock(join(from.data, 'backup.lock'))
  try {
    if (!lock.takeAlone()) throw new BackupError('Another process makes a backup of this data right now.')
    return await takeAlone(from, { folder, keep }, now, progress, signal).catch(async (error: unknown) => {
      // A stop is no failure.
      if (signal?.aborted !== true) await noteFailure(folder, now, error)
      throw error
    })
  } finally {
    lock.close()
  }
}

async function takeAlone(
  from: BackupSource,
  { folder, keep }: Pick<BackupSchedule, 'folder' | 'keep'>,
  now: number,
  progress?: Progress,
  signal?: AbortSignal,
): Promise<BackupEntry> {
  makePrivateFolder(folder)
  const before = listBackups(folder)
  // A process that died left an incomplete one.
  for (const name of namesIn(folder))
    if (!before.some((one) => one.name === name)) await rm(join(folder, name), { recursive: true })
  const name = nameAt(now)
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
  await rm(join(folder, FAILED), { force: true })
  const all = listBackups(folder)
  for (const old of all.slice(Math.max(keep, 1))) await rm(join(folder, old.name), { recursive: true })
  return all.find((one) => one.name === name)!
}

async function noteFailure(folder: string, at: number, error: unknown): Promise<void> {
  const why = error instanceof BackupError ? error.message : (diskFault(error) ?? faultWords(error))
  // The reason may be that nothing can be written there. Then the age of the last backup shows it.
  await writeFile(join(folder, FAILED), `${JSON.stringify({ at, why })}\n`, { mode: PRIVATE_FILE }).catch(
    () => {},
  )
}

/** No text of an error, which may have a name of a note. */
function faultWords(error: unknown): string {
  const code: unknown = (error as { readonly code?: unknown } | undefined)?.code
  return `The backup failed (${typeof code === 'string' ? code : 'internal'}). The log has the reason.`
}
