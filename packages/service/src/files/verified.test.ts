import { createHash } from 'node:crypto'
import { memoryBlobs, type FileEntry } from '@notegraph/store'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fileProblems, verified } from './verified.ts'

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const chunks = fc.array(fc.uint8Array({ minLength: 1, maxLength: 9 }), { maxLength: 5 })
const streamOf = (parts: readonly Uint8Array[]) =>
  ReadableStream.from(parts.map((part) => new Uint8Array(part)))

test('[files] bytes with their hash pass as they are', async () =>
  fc.assert(
    fc.asyncProperty(chunks, async (parts) => {
      const whole = Buffer.concat(parts)
      const read = await new Response(verified(streamOf(parts), hashOf(whole))).bytes()
      expect(Buffer.from(read)).toEqual(whole)
    }),
  ))

test('[files] bytes with another hash end in an error, and never come whole', async () =>
  fc.assert(
    fc.asyncProperty(chunks, async (parts) => {
      const got: Uint8Array[] = []
      const read = async () => {
        for await (const chunk of verified(streamOf(parts), hashOf(Buffer.from('others')))) got.push(chunk)
      }
      await expect(read()).rejects.toThrow('not those that were stored')
      expect(got.length).toBeLessThanOrEqual(Math.max(0, parts.length - 1))
    }),
  ))

test('[operations] a check reads every file, and names those whose bytes are damaged or missing', async () => {
  const blobs = memoryBlobs()
  const file = (id: string, hash: string): FileEntry => ({
    id,
    hash,
    name: `${id}.txt`,
    type: 'text/plain',
    size: 5,
    createdAt: 1,
  })
  const whole = Buffer.from('whole')
  await blobs.put('ada', hashOf(whole), whole)
  const all = [file('whole', hashOf(whole)), file('damaged', 'd'.repeat(64)), file('missing', 'e'.repeat(64))]
  const broken = {
    ...blobs,
    open: async (accountId: string, hash: string) =>
      hash.startsWith('d') ? streamOf([whole]) : blobs.open(accountId, hash),
  }
  const files = { list: async () => all, find: async (id: string) => all.find((one) => one.id === id) }
  expect(await fileProblems({ files } as Parameters<typeof fileProblems>[0], broken, 'ada')).toEqual([
    'file damaged (damaged.txt): its bytes are not those that were stored',
    'file missing (missing.txt): its bytes are missing',
  ])
})
