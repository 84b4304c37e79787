import { expect, test } from 'vitest'
import { fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl'
import { Readable } from 'node:stream'
import { directoryRecord, endRecords, type ZipEntry } from './zip-records.ts'

const GIB = 2 ** 30
/** Reading a directory takes a stream for each entry. */
const MOST_READ = 10

/** The end of an archive, with zeros in place of all other bytes. */
class End extends RandomAccessReader {
  readonly #from: number
  readonly #bytes: Buffer

  constructor(from: number, bytes: Buffer) {
    super()
    this.#from = from
    this.#bytes = bytes
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const missing = Buffer.alloc(Math.max(0, Math.min(end, this.#from) - start))
    const there = this.#bytes.subarray(Math.max(0, start - this.#from), Math.max(0, end - this.#from))
    return Readable.from([Buffer.concat([missing, there])])
  }
}

const entry = (some: Partial<ZipEntry>): ZipEntry => ({
  name: Buffer.from('Größe.md'),
  modifiedAt: Date.UTC(2026, 10, 30, 12, 30, 8),
  isCompressed: true,
  isStreamed: true,
  offset: 0,
  crc: 7,
  size: 10,
  compressedSize: 9,
  ...some,
})

test.each<[what: string, from: number, entries: readonly Partial<ZipEntry>[]]>([
  ['a small archive', 100, [{}, { offset: 50 }]],
  ['an archive of 6 GB', 6 * GIB, [{ offset: 5 * GIB }]],
  ['an entry of 5 GB', 5 * GIB, [{ size: 5 * GIB, compressedSize: 4.5 * GIB }]],
  ['70,000 entries', 100, Array.from({ length: 70_000 }, () => ({}))],
])('[operations, Import and export] the records of %s', async (_, from, some) => {
  const directory = Buffer.concat(some.map((one) => directoryRecord(entry(one))))
  const bytes = Buffer.concat([directory, endRecords(some.length, from, directory.length)])
  const zip = await fromRandomAccessReaderPromise(new End(from, bytes), from + bytes.length, {
    strictFileNames: true,
  })
  expect(zip.entryCount).toBe(some.length)
  const read: Partial<ZipEntry>[] = []
  for await (const one of zip.eachEntry()) {
    expect(one).toMatchObject({ fileName: 'Größe.md', crc32: 7, compressionMethod: 8 })
    expect(one.getLastModDate().getTime()).toBe(entry({}).modifiedAt)
    read.push({
      offset: one.relativeOffsetOfLocalHeader,
      size: one.uncompressedSize,
      compressedSize: one.compressedSize,
    })
    if (read.length === MOST_READ) break
  }
  expect(read).toEqual(
    some.slice(0, MOST_READ).map((one) => {
      const { offset, size, compressedSize } = entry(one)
      return { offset, size, compressedSize }
    }),
  )
})
