/** [M6] A folder that syncs reads and writes nothing outside of itself through links. */
import { lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DiskTree, OutOfFolder } from './index.ts'

let top: string
const inside = (path: string) => join(top, 'notes', path)
const outside = (path: string) => join(top, 'outside', path)
const disk = (followLinks?: boolean) => new DiskTree(join(top, 'notes'), inside('.own'), followLinks)
const textOf = (bytes: Uint8Array | undefined) => Buffer.from(bytes!).toString()

beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'notegraph-tree-'))
  for (const folder of [inside('pages'), outside('more')]) mkdirSync(folder, { recursive: true })
  for (const path of [inside('a.md'), outside('secret'), outside('more/b.md')]) writeFileSync(path, path)
  symlinkSync(inside('a.md'), inside('pages/here.md'))
  symlinkSync(outside('secret'), inside('pages/away.md'))
  symlinkSync(outside('more'), inside('more'))
})
afterEach(() => rmSync(top, { recursive: true }))

const put = async (tree: DiskTree, path: string) =>
  tree.place(await tree.prepare('new'), path, () => true, true)

test('lists a link out of the folder without a look at its target, and names it', async () => {
  const tree = disk()
  const marks = await tree.list()
  expect([...marks.keys()].toSorted()).toEqual(['a.md', 'more', 'pages/away.md', 'pages/here.md'])
  expect(marks.get('pages/away.md')?.node).toBe(lstatSync(inside('pages/away.md')).ino)
  expect([...tree.notFollowed.keys()].toSorted()).toEqual(['more', 'pages/away.md'])
})

test.each(['pages/away.md', 'more/b.md'])('neither reads, replaces nor removes %s', async (path) => {
  const tree = disk()
  await expect(tree.read(path)).rejects.toThrow(OutOfFolder)
  await expect(tree.realPath(path)).rejects.toThrow(OutOfFolder)
  expect(await put(tree, path)).toBeUndefined()
  expect(await tree.remove(path, () => true)).toBe(false)
  expect(readFileSync(outside('secret'), 'utf8')).toBe(outside('secret'))
  expect(readFileSync(outside('more/b.md'), 'utf8')).toBe(outside('more/b.md'))
})

test('makes no file and no folder behind a link', async () => {
  expect(await put(disk(), 'more/new/c.md')).toBeUndefined()
  expect(lstatSync(outside('more/new'), { throwIfNoEntry: false })).toBeUndefined()
})

test('follows a link within the folder, and keeps it', async () => {
  const tree = disk()
  expect(textOf(await tree.read('pages/here.md'))).toBe(inside('a.md'))
  expect(await put(tree, 'pages/here.md')).toBeDefined()
  expect(readFileSync(inside('a.md'), 'utf8')).toBe('new')
  expect(lstatSync(inside('pages/here.md')).isSymbolicLink()).toBe(true)
})

test('follows every link on request', async () => {
  const tree = disk(true)
  expect([...(await tree.list()).keys()]).toEqual(expect.arrayContaining(['pages/away.md', 'more/b.md']))
  expect(tree.notFollowed.size).toBe(0)
  expect(await put(tree, 'pages/away.md')).toBeDefined()
  expect(readFileSync(outside('secret'), 'utf8')).toBe('new')
})
