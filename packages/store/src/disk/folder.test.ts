import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeFolder } from './folder.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'notegraph-folder-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a folder is made with those above it, and again changes nothing', () => {
  const path = join(folder, 'a', 'b', 'c')
  for (let n = 0; n < 2; n++) makeFolder(path, 0o700)
  expect(statSync(path).isDirectory()).toBe(true)
  expect(statSync(join(folder, 'a')).mode & 0o777).toBe(0o700)
})

test('a file in the way is an error', () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  for (const path of [file, join(file, 'a'), join(file, 'a', 'b')])
    expect(() => makeFolder(path)).toThrow(/^E/)
})

test.runIf(existsSync('/proc/self'))('a folder that takes no entries is an error, and does not hang', () => {
  for (const path of ['/proc/nowhere', '/proc/nowhere/a/b']) expect(() => makeFolder(path)).toThrow('ENOENT')
})
