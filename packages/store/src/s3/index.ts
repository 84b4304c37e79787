/** Bytes of files in a bucket, over the S3 protocol: `files/ACCOUNT/abcdef…`. And copies of folders in another bucket. */
export { openS3Blobs } from './blobs.ts'
export type { Bucket } from './bucket.ts'
export { openCopies, type Copies } from './copies.ts'
