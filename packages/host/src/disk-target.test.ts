import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { diskTarget } from './index.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'notegraph-host-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('[operations] an export is for its user alone, with any umask; a folder that was there stays', async () => {
  const mode = (path: string): number => statSync(join(folder, path)).mode & 0o777
  mkdirSync(join(folder, 'out'), { mode: 0o755 })
  const before = process.umask(0)
  try {
    for (const to of ['new', 'out']) {
      const target = diskTarget(join(folder, to))
      await target.paths()
      await target.write('pages/Ada.md', 'words')
    }
  } finally {
    process.umask(before)
  }
  expect([mode('new'), mode('new/pages'), mode('new/pages/Ada.md')]).toEqual([0o700, 0o700, 0o600])
  expect([mode('out'), mode('out/pages'), mode('out/pages/Ada.md')]).toEqual([0o755, 0o700, 0o600])
})

describe('a folder to write to', () => {
  test('is made, with what is in it, each file at its time', async () => {
    const target = diskTarget(join(folder, 'out'))
    expect(await target.paths()).toEqual([])
    await target.write('a/b.md', 'words', 1_234_000)
    await target.write('c.png', new Uint8Array([1, 2]))
    expect(await target.paths()).toEqual(['a/b.md', 'c.png'])
    expect(statSync(join(folder, 'out/a/b.md')).mtimeMs).toBe(1_234_000)
    expect([...(await target.read('c.png')).bytes]).toEqual([1, 2])
  })

  test('leaves nothing half written beside a file', async () => {
    const target = diskTarget(folder)
    await target.write('a.md', 'one')
    await target.write('a.md', 'two')
    expect(readdirSync(folder)).toEqual(['a.md'])
  })

  test('forgets a file; one that is not there too', async () => {
    const target = diskTarget(folder)
    await target.write('a.md', 'one')
    await target.remove('a.md')
    await target.remove('a.md')
    expect(existsSync(join(folder, 'a.md'))).toBe(false)
  })
})
