/** Moves an account between the data folder and PostgreSQL, with the bytes of its files. */
import { join } from 'node:path'
import type { Blobs } from '@notegraph/store'
import { openDiskBlobs } from '@notegraph/store/disk'
import type { MoveReport, MoveStep } from '@notegraph/store-postgres'
import { openBlobs } from './blobs.ts'
import { openStore } from './open.ts'
import { SettingError } from './setting-error.ts'
import { originOf, type Settings } from './settings.ts'

/** A move that cannot be done. The message is one line with the reason. */
export class MoveError extends Error {
  override readonly name = 'MoveError'
}

/** The places for the bytes of files. */
export const FILE_PLACES = ['bucket', 'data'] as const
/** A place for the bytes of files. */
export type FilePlace = (typeof FILE_PLACES)[number]

/** The account and its new place. */
export interface AccountMove {
  readonly accountId: string
  /** `embedded`, or the address of a database. */
  readonly to: string
  /** The place in which the target server keeps the bytes of files. Default: the bucket if one is set, else the data folder. */
  readonly files?: FilePlace | undefined
  readonly onStep?: (step: MoveStep) => void | Promise<void>
  /** Called with the number of records that were copied so far, and with that of all. */
  readonly onRecords?: (done: number, total: number) => void
}

/**
 * Moves an account while servers use both stores.
 *
 * @param settings the data folder, the bucket, and for a move to `embedded` the database
 * @throws {MoveError} if the move is impossible; the account stays where it was
 * @throws {SettingError} if a setting is missing, or the database or the bucket cannot be used
 * @example
 * ```ts
 * const { records } = await moveAccount(readSettings(process.env), { accountId: 'ada', to: 'postgres://db.example/notes' })
 * ```
 */
export async function moveAccount(settings: Settings, move: AccountMove): Promise<MoveReport> {
  const { accountId, to, files, onStep, onRecords } = move
  const isHome = to === 'embedded'
  const url = isHome ? settings.databaseUrl : to
  if (url === undefined)
    throw new SettingError('NOTEGRAPH_DATABASE_URL must be set to the database that has the account.')
  const origin = originOf(settings)
  // Rows move as they are stored, so both stores must be under the key.
  for (const databaseUrl of [undefined, url]) {
    const { store } = await openStore({ ...settings, databaseUrl, bucket: undefined })
    await store.close()
  }
  const { moveAccount: run, MoveError: Refusal } = await import('@notegraph/store-postgres')
  try {
    return await run({
      accountId,
      to: isHome ? 'embedded' : 'postgres',
      url,
      folder: settings.data,
      ...(await filesOf(settings, files)),
      now: Date.now(),
      ...(origin !== undefined && { origin }),
      ...(onStep && { onStep }),
      ...(onRecords && { onRecords }),
    })
  } catch (error) {
    if (error instanceof Refusal) throw new MoveError(error.message)
    if (isFull(error))
      throw new MoveError(
        `The disk of the target is full. The account ${accountId} stays where it was. Free some space, and try again.`,
      )
    throw error
  }
}

/** The two places of the bytes; only one of them without a bucket. */
async function filesOf(
  settings: Settings,
  files: FilePlace = settings.bucket ? 'bucket' : 'data',
): Promise<{ readonly blobs: Blobs; readonly blobsFrom?: Blobs }> {
  if (!settings.bucket) {
    if (files === 'bucket')
      throw new SettingError('NOTEGRAPH_S3_BUCKET must be set, because the files move to a bucket.')
    return { blobs: await openBlobs(settings) }
  }
  const bucket = await openBlobs(settings)
  const disk = openDiskBlobs(join(settings.data, 'files'))
  return files === 'bucket' ? { blobs: bucket, blobsFrom: disk } : { blobs: disk, blobsFrom: bucket }
}

/** Codes of the system, of SQLite and of PostgreSQL. */
const isFull = (error: unknown): boolean =>
  error instanceof Error &&
  /^(?:ENOSPC|EDQUOT|SQLITE_FULL|53100)$/.test(String((error as { readonly code?: unknown }).code))
