/** [operations] A user who does not own the data is refused before anything is created. */
import { chmodSync, chownSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStore, readSettings, requireOwnData, SettingError } from './index.ts'

const me = process.getuid?.() ?? 0
const OTHER = 12_345
let data: string
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'notegraph-owner-'))
})
afterEach(() => rmSync(data, { recursive: true }))

const refusal = (uid?: number): string | undefined => {
  try {
    requireOwnData(data, uid)
    return undefined
  } catch (error) {
    expect(error).toBeInstanceOf(SettingError)
    return (error as Error).message
  }
}

test('the owner may use the data, and others learn whose it is', () => {
  writeFileSync(join(data, 'accounts.sqlite'), '')
  expect(refusal(me)).toBeUndefined()
  expect(refusal(OTHER)).toContain(`sudo -u '#${me}'`)
})

test('a folder that is closed to others seems to be empty, and they learn whose it is', () => {
  expect(refusal(me)).toBeUndefined()
  expect(refusal(OTHER)).toContain(`belongs to the user with the id ${me}`)
})

test('a folder without data is for every user who can write to it, as a volume of a container is', () => {
  chmodSync(data, 0o777)
  expect(refusal(OTHER)).toBeUndefined()
  rmSync(data, { recursive: true })
  expect(refusal(0)).toBeUndefined()
  data = mkdtempSync(join(tmpdir(), 'notegraph-owner-'))
})

test.skipIf(me !== 0)('root creates nothing in the folder of another user', async () => {
  chownSync(data, OTHER, OTHER)
  await expect(openStore(readSettings({ NOTEGRAPH_DATA: data }))).rejects.toThrow(`the id ${OTHER}`)
  expect(readdirSync(data)).toEqual([])
})
