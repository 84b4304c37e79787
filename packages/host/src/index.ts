export {
  backUp,
  BackupError,
  restore,
  type BackupOptions,
  type BackupReport,
  type BackupSource,
  type RestoreReport,
} from './backup.ts'
export { threadBackup, type BackupTask } from './backup-thread.ts'
export {
  backupState,
  fetchBackup,
  listBackups,
  nextBackup,
  takeBackup,
  takeDueBackup,
} from './scheduled-backups.ts'
export { diskFolder } from '@notegraph/folder/node'
export { diskFault } from './disk-fault.ts'
export { diskTarget } from './disk-target.ts'
export { makeLog, type Log } from './log.ts'
export { SettingError } from './setting-error.ts'
export { openImportFile } from './import-file.ts'
export { diskArchiveStaging } from './archive-staging.ts'
export { diskRetention } from './retention.ts'
export { publishFolder, type PublishedFolder } from './site-folder.ts'
export { zipTarget } from './zip-target.ts'
export { openBlobs } from './blobs.ts'
export { FILE_PLACES, moveAccount, MoveError, type AccountMove, type FilePlace } from './move.ts'
export type { MoveReport } from '@notegraph/store-postgres'
export {
  deletedSecrets,
  newSecretKey,
  secretKeyOf,
  type DeletedSecret,
  type KeyChange,
} from './secret-key.ts'
export { openRawStore, openStore, type OpenStores } from './open.ts'
export { threadImporter } from './import-thread.ts'
export { addressOf, LOG_LEVELS, originOf, readSettings, type LogLevel, type Settings } from './settings.ts'
export { besideServer, noteServerAddress } from './server-address.ts'
export { requireOwnData } from './data-owner.ts'
export { DiskTree, OutOfFolder, type FileMark } from './disk-tree.ts'
export { restrictDataAccess } from './restrict-access.ts'
export type { BackupSchedule, SmtpSettings } from './setting-groups.ts'
export type { TracingSettings } from './tracing-settings.ts'
export { warningsOf } from './warnings.ts'
