/** Bytes of files in a bucket, over the S3 protocol: `files/ACCOUNT/abcdef…`. */
export { openS3Blobs } from './blobs.ts'
export type { Bucket } from './bucket.ts'
