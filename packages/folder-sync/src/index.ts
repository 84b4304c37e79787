export { FolderSync, MassRemoval, type Held, type Report } from './folder-sync.ts'
export type { Disk, FileMark, Files, Uploaded } from './disk.ts'
