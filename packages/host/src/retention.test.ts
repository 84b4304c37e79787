import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPromise } from 'yauzl'
import { diskRetention } from './index.ts'

const NOON = Date.UTC(2026, 10, 20, 12, 0, 1, 234)

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'notegraph-retention-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const files = () => readdirSync(folder).toSorted()
const open = async (account = 'me', now = NOON) => (await diskRetention(folder).open(account, now))!

/** Reads an archive with another program. */
async function unzip(path: string): Promise<Record<string, { text: string; at: number }>> {
  const found: Record<string, { text: string; at: number }> = {}
  const zip = await openPromise(path)
  for await (const entry of zip.eachEntry())
    found[entry.fileName] = {
      text: await text(await zip.openReadStreamPromise(entry)),
      at: entry.getLastModDate().getTime(),
    }
  return found
}

async function* bytes(...parts: string[]): AsyncIterable<Uint8Array> {
  for (const part of parts) yield Buffer.from(part)
}

test('an archive is read by other programs, each file whole and with its time', async () => {
  const file = await open()
  await file.write('pages/Ada.md', '- words\n', NOON - 1_234)
  await file.write('assets/地図.png', bytes('P', 'NG'), NOON - 5_000)
  await file.write('assets/empty', bytes())
  await file.write('b.bin', Buffer.from([1, 2]))
  const path = await file.finish()
  expect(path).toBe(join(folder, 'me-20261120T120001Z.zip'))
  expect(files()).toEqual(['me-20261120T120001Z.zip'])
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(await unzip(path)).toEqual({
    'pages/Ada.md': { text: '- words\n', at: Math.floor((NOON - 1_234) / 1_000) * 1_000 },
    'assets/地図.png': { text: 'PNG', at: Math.floor((NOON - 5_000) / 1_000) * 1_000 },
    'assets/empty': { text: '', at: expect.any(Number) },
    'b.bin': { text: '\u0001\u0002', at: expect.any(Number) },
  })
})

test('much goes through without being gathered', async () => {
  const file = await open()
  const piece = Buffer.alloc(2 ** 20)
  let given = 0
  let most = 0
  const large = async function* () {
    for (; given < 200; given++) {
      most = Math.max(most, process.memoryUsage().arrayBuffers)
      yield piece
    }
  }
  const before = process.memoryUsage().arrayBuffers
  await file.write('large', large())
  expect(most - before).toBeLessThan(100 * 2 ** 20)
  expect(statSync(await file.finish()).size).toBeGreaterThan(200 * 2 ** 20)
})

test('nothing is left of one that is discarded, nor of one whose content fails', async () => {
  const file = await open()
  await file.write('a.md', 'a')
  const failing = async function* () {
    yield Buffer.from('half')
    throw new Error('gone')
  }
  await expect(file.write('b.png', failing())).rejects.toThrow('gone')
  await file.discard()
  expect(files()).toEqual([])
  expect((await unzip(await (await open()).finish())) as object).toEqual({})
})

test('one process writes for an account at a time', async () => {
  const first = await open('me')
  expect(await diskRetention(folder).open('me', NOON)).toBeUndefined()
  const other = await open('you')
  await other.discard()
  await first.finish()
  await (await open('me', NOON + 1_000)).finish()
  expect(files()).toEqual(['me-20261120T120001Z.zip', 'me-20261120T120002Z.zip'])
})

test('an archive that an ended process left half written is written again', async () => {
  const part = join(folder, '.me.part')
  writeFileSync(part, 'half')
  const at = (time: number) => utimesSync(part, new Date(time), new Date(time))
  at(NOON - 3_600_000)
  expect(await diskRetention(folder).open('me', NOON)).toBeUndefined()
  at(NOON - 3_600_001)
  const again = await open()
  await again.write('b.md', 'b')
  expect(Object.keys(await unzip(await again.finish()))).toEqual(['b.md'])
  expect(files()).toEqual(['me-20261120T120001Z.zip'])
})
