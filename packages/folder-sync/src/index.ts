export { FolderSync, type Report } from './folder-sync.ts'
export { MassRemoval, type Held, type IsStill } from './take.ts'
export type { Disk, FileMark, Files, Uploaded } from './disk.ts'
