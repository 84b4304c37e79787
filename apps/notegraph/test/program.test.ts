/**
 * The program without a command runs the server on the notes of the user.
 *
 * @module-tag process
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))

let home: string
beforeEach(() => void (home = mkdtempSync(join(tmpdir(), 'notegraph-home-'))))
afterEach(() => rmSync(home, { recursive: true }))

function start(args: readonly string[], given: Readonly<Record<string, string>> = {}) {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = {
    PATH,
    XDG_DATA_HOME: home,
    // Without it, the program caches compiled code in the home folder.
    NODE_COMPILE_CACHE,
    NOTEGRAPH_PORT: '0',
    ...given,
  }
  const child = spawn(process.execPath, ['--conditions=notegraph', MAIN, ...args], { env, cwd: home })
  const said = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (part: string) => (said.out += part))
  child.stderr.setEncoding('utf8').on('data', (part: string) => (said.err += part))
  return { child, said, ended: once(child, 'close') }
}

test.skipIf(process.platform !== 'linux')('without a command it serves the folder of the user', async () => {
  const { child, said, ended } = start([])
  await expect.poll(() => said.err).toMatch(/ngl_\w+[^]+ngp_\w+/)
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(said.out).toContain(`Data folder        ${join(home, 'notegraph')}\n`)
  expect(readdirSync(home)).toEqual(['notegraph', 'notegraph.key'])
})

test('NOTEGRAPH_DATA names another folder, for each command', async () => {
  const other = join(home, 'other')
  const made = start(['account', 'create', 'ada', '--json'], { NOTEGRAPH_DATA: other })
  expect(await made.ended).toEqual([0, null])
  expect(JSON.parse(made.said.out)).toMatchObject({ id: 'ada' })
  expect(readdirSync(home)).toEqual(['other', 'other.key'])
})

test('help lists the commands', async () => {
  const { said, ended } = start(['help'])
  expect(await ended).toEqual([0, null])
  expect(said.out).toMatch(/^Usage: notegraph[^]+ serve /)
})
