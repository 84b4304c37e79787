import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { diskFolder, diskTarget } from './disk-folder.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'notegraph-folder-'))
})
afterEach(() => rmSync(home, { recursive: true }))

const put = (path: string, text: string) => {
  mkdirSync(join(home, path, '..'), { recursive: true })
  writeFileSync(join(home, path), text)
}

test('reads every file below, with the time of its last change', async () => {
  put('pages/A.md', '- a\n')
  put('assets/図 1.png', 'x')
  utimesSync(join(home, 'pages/A.md'), 1_700_000_000, 1_700_000_000)
  for (const at of [home, `${home}/`, join(home, 'pages', '..')]) {
    const folder = diskFolder(at)
    expect(await folder.paths()).toEqual(['assets/図 1.png', 'pages/A.md'])
    const { bytes, modifiedAt } = await folder.read('pages/A.md')
    expect([Buffer.from(bytes).toString(), modifiedAt]).toEqual(['- a\n', 1_700_000_000_000])
  }
})

test('follows links to files, not to folders, and tells of one that leads nowhere', async () => {
  put('outside/B.md', '- b\n')
  put('in/A.md', '- a\n')
  symlinkSync('../outside/B.md', join(home, 'in/B.md'))
  symlinkSync('../outside', join(home, 'in/folder'))
  symlinkSync('..', join(home, 'in/circle'))
  symlinkSync('../gone.md', join(home, 'in/gone.md'))
  const folder = diskFolder(join(home, 'in'))
  expect(await folder.paths()).toEqual(['A.md', 'B.md', 'gone.md'])
  expect(Buffer.from((await folder.read('B.md')).bytes).toString()).toBe('- b\n')
  await expect(folder.read('gone.md')).rejects.toMatchObject({ code: 'ENOENT' })
})

test('writes files whole, with the time they are given, and leaves nothing beside them', async () => {
  const folder = diskTarget(join(home, 'new', 'export'))
  expect(await folder.paths()).toEqual([])
  const name = `pages/${'木'.repeat(83)}.md`
  await folder.write(name, '- a\n', 1_700_000_000_000)
  await folder.write(name, '- b\n', 1_700_000_001_000)
  expect(await folder.paths()).toEqual([name])
  expect(readFileSync(join(home, 'new/export', name), 'utf8')).toBe('- b\n')
  expect(statSync(join(home, 'new/export', name)).mtimeMs).toBe(1_700_000_001_000)
  await folder.remove(name)
  await folder.remove(name)
  expect(readdirSync(join(home, 'new/export/pages'))).toEqual([])
})
