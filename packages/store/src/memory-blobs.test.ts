import { describe } from 'vitest'
import { blobsContract } from '../test/contract/blobs.ts'
import { memoryBlobs } from './index.ts'

describe('files in memory', () => {
  blobsContract(async () => ({ blobs: memoryBlobs(), close: async () => {} }))
})
