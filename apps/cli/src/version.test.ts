import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commitOf, version } from './version.ts'

let folder: string
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: 'pipe',
  }).trim()
const head = () => git('rev-parse', 'HEAD').slice(0, 12)

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'notegraph-version-'))
  git('init', '-q')
  writeFileSync(join(folder, 'a'), '1')
  git('add', 'a')
  git('commit', '-qm', 'one')
})
afterAll(() => rmSync(folder, { recursive: true }))

test('[operations] the version names the commit of a checkout, of a worktree, and of packed references', () => {
  expect(commitOf(folder)).toBe(head())
  git('pack-refs', '--all')
  expect(commitOf(folder)).toBe(head())
  git('worktree', 'add', '-q', '-b', 'other', 'tree')
  expect(commitOf(join(folder, 'tree'))).toBe(head())
  git('checkout', '-q', '--detach')
  expect(commitOf(folder)).toBe(head())
  expect(commitOf(tmpdir())).toBeUndefined()
})

test('[operations] the version is the release, and the build if it is known', () => {
  expect(version()).toMatch(/^\d+\.\d+\.\d+(?:\+[\w.-]+)?$/)
})
