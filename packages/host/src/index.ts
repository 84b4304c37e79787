export { diskFolder, diskTarget } from './disk-folder.ts'
export { makeLog, type Log } from './log.ts'
export { openStore, type Opened } from './open.ts'
export {
  addressOf,
  LOG_LEVELS,
  originOf,
  readSettings,
  SettingError,
  type LogLevel,
  type Settings,
} from './settings.ts'
