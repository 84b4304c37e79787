/**
 * [operations] Copies of folders in a bucket, with a real server of the protocol.
 *
 * @module-tag process
 */
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startS3, type S3Server } from '../../test/s3-server.ts'
import { openBucket, type Objects } from './bucket.ts'
import { openCopies, type Copies } from './copies.ts'

let server: S3Server
let objects: Objects
let copies: Copies
beforeAll(async () => {
  server = await startS3()
  objects = openBucket(server.bucket)
  copies = openCopies(server.bucket)
})
afterAll(async () => server.close())

let home: string
const at = (path: string) => join(home, path)
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'notegraph-copies-'))
})
afterEach(async () => {
  rmSync(home, { recursive: true })
  for await (const { key } of objects.list('')) await objects.remove(key)
})

/** A folder with these files. */
function made(name: string, files: Readonly<Record<string, string>>): string {
  for (const [path, words] of Object.entries(files)) {
    mkdirSync(join(at(name), path, '..'), { recursive: true })
    writeFileSync(join(at(name), path), words)
  }
  return at(name)
}
const sha256 = (words: string) => createHash('sha256').update(words).digest('hex')
const keys = async () => Array.fromAsync(objects.list(''), ({ key }) => key)
const objectCount = async () => (await keys()).filter((key) => key.startsWith('objects/')).length
const read = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => [
        join(parentPath, name).slice(folder.length + 1),
        readFileSync(join(parentPath, name), 'utf8'),
      ]),
  )

describe('[operations] copies in a bucket', () => {
  const FILES = { 'accounts.sqlite': 'a', 'graphs/me.sqlite': 'g', 'files/me/ab/empty': '' }

  test('come back as they were, and the newest is the first', async () => {
    await copies.put(made('one', FILES), '20261120T120000Z', 9)
    await copies.put(made('two', { ...FILES, 'accounts.sqlite': 'b' }), '20261121T120000Z', 9)
    expect(await copies.names()).toEqual(['20261121T120000Z', '20261120T120000Z'])
    await copies.fetch('20261120T120000Z', at('back'))
    expect(read(at('back'))).toEqual(FILES)
    expect(readdirSync(home).toSorted()).toEqual(['back', 'one', 'two'])
  })

  test('are no other object beside their lists', async () => {
    const bytes = Buffer.from('x')
    await objects.put('copies/README', bytes, 1, sha256('x'))
    expect(await copies.names()).toEqual([])
    await copies.put(made('one', FILES), '1', 9)
    expect(await copies.names()).toEqual(['1'])
  })

  test('share the files that both have, and keep as many as asked', async () => {
    for (const [name, words] of [
      ['1', 'a'],
      ['2', 'b'],
      ['3', 'c'],
    ] as const)
      await copies.put(made(name, { ...FILES, 'accounts.sqlite': words }), name, 2)
    expect(await copies.names()).toEqual(['3', '2'])
    expect(await objectCount()).toBe(4)
    await copies.fetch('2', at('back'))
    expect(read(at('back'))).toEqual({ ...FILES, 'accounts.sqlite': 'b' })
  })

  test('do not count before their last step, and the next one uses what is there', async () => {
    const { signal } = new AbortController()
    let files = 0
    vi.spyOn(signal, 'throwIfAborted').mockImplementation(() => {
      if (files++ === 2) throw new Error('stopped')
    })
    const folder = made('one', FILES)
    await expect(copies.put(folder, '1', 9, signal)).rejects.toThrow('stopped')
    expect([await copies.names(), await objectCount()]).toEqual([[], 2])
    await expect(copies.fetch('1', at('back'))).rejects.toThrow('has no copy 1')
    await copies.put(folder, '2', 1)
    expect(await copies.names()).toEqual(['2'])
    expect(await objectCount()).toBe(3)
  })

  test('replace an object of another size', async () => {
    const folder = made('one', FILES)
    await copies.put(folder, '1', 9)
    const key = (await keys()).find((one) => one.startsWith('objects/'))
    await objects.remove(key!)
    const other = Buffer.from('other')
    await objects.put(key!, other, other.length, sha256('other'))
    await copies.put(folder, '2', 9)
    await copies.fetch('2', at('back'))
    expect(read(at('back'))).toEqual(FILES)
  })

  test('that lack a part take no place, and go on with what came', async () => {
    await copies.put(made('one', FILES), '1', 9)
    await objects.remove(`objects/${sha256('g')}`)
    await expect(copies.fetch('1', at('back'))).rejects.toThrow('the bucket lacks')
    expect(readdirSync(home).toSorted()).toEqual(['back.part', 'one'])
    await copies.put(at('one'), '1', 9)
    await copies.fetch('1', at('back'))
    expect(read(at('back'))).toEqual(FILES)
  })

  test.each([
    ['with a path outside', `${'0'.repeat(64)}  ../outside\n`, 'has a file outside of it'],
    ['of other words', 'hello\n', 'is damaged'],
  ])('with a list %s are refused', async (_, list, words) => {
    const bytes = Buffer.from(list)
    await objects.put('copies/1', bytes, bytes.length, sha256(list))
    await expect(copies.fetch('1', at('back'))).rejects.toThrow(words)
    expect(readdirSync(home)).toEqual([])
  })

  test.each([
    ['another name', { name: 'nobody' }],
    ['a key that nobody has', { accessKeyId: 'nobody' }],
  ])('in a bucket that cannot be used are a failure: %s', async (_, wrong) => {
    const other = openCopies({ ...server.bucket, ...wrong })
    await expect(other.names()).rejects.toThrow()
    await expect(other.put(made('one', FILES), '1', 9)).rejects.toThrow()
  })
})
