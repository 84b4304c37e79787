/** Bytes of files on disk: `ACCOUNT/ab/abcdef…`, written beside and renamed, so that a file is whole or not there. */
export { openDiskBlobs } from './blobs.ts'
export { moveInto } from './durable.ts'
export { makeFolder } from './folder.ts'
export { isWide, makePrivateFolder, PRIVATE_FILE, PRIVATE_FOLDER } from './private.ts'
export { forgetStaged, stage, type Staged } from './stage.ts'
