/** The bytes of files on disk, as `ACCOUNT/ab/abcdef…`. Each is written elsewhere and renamed, so it is complete. */
export { linkBlob, openDiskBlobs } from './blobs.ts'
export { moveInto } from './durable.ts'
export { makeFolder } from './folder.ts'
export { isWide, makePrivateFolder, PRIVATE_FILE, PRIVATE_FOLDER } from './private.ts'
export { readSecretKey, writeSecretKey } from './secret-key-file.ts'
export { forgetStaged, stage, type StagedFile } from './stage.ts'
