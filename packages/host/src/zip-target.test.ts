import { createHook } from 'node:async_hooks'
import { mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { zipTarget } from './index.ts'
import { openZip } from './zip-source.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

async function* inOne(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

test('[operations, Import and export] an archive keeps none of the bytes that it has written', async () => {
  const zip = zipTarget()
  zip.output.resume()
  const written: WeakRef<Uint8Array>[] = []
  const write = async (name: string): Promise<void> => {
    const bytes = new Uint8Array(100_000)
    written.push(new WeakRef(bytes))
    await zip.write(name, inOne(bytes))
  }
  for (const name of ['a.png', 'b.json', 'c.png', 'd.txt']) await write(name)
  await expect
    .poll(async () => {
      await setImmediate()
      collectGarbage()
      return written.slice(0, -1).filter((one) => one.deref() !== undefined).length
    })
    .toBe(0)
  zip.end()
})

test('[operations, Import and export] an archive reads back as it was written', async () => {
  const random = Array.from({ length: 100_000 }, (_, i) => ((i * 7919) % 65_521).toString(36)).join(' ')
  const files: readonly (readonly [path: string, content: string | Uint8Array, modifiedAt?: number])[] = [
    ['pages/Größe.md', 'Größe 😀', Date.UTC(2026, 10, 30)],
    ['pages/empty.md', ''],
    ['pages/long.md', random],
    ['pages/small.md', random.slice(0, 80_000)],
    ['assets/x.png', Buffer.from(random)],
    ['assets/empty.png', new Uint8Array()],
  ]
  const zip = zipTarget()
  const whole = buffer(zip.output)
  for (const [path, content, modifiedAt] of files) await zip.write(path, content, modifiedAt)
  await zip.write('logseq/notegraph.json', inOne(Buffer.from(random)))
  zip.end()
  const folder = mkdtempSync(join(tmpdir(), 'notegraph-zip-'))
  try {
    writeFileSync(join(folder, 'a.zip'), await whole)
    const opened = await openZip(openSync(join(folder, 'a.zip'), 'r'))
    if (!opened.ok) throw new Error(opened.why)
    for (const [path, content, modifiedAt = Date.UTC(1980, 0, 2)] of files) {
      const read = await opened.source.read(path)
      expect([path, Buffer.from(read.bytes).equals(Buffer.from(content as string))]).toEqual([path, true])
      expect(read.modifiedAt).toBe(modifiedAt)
    }
    expect(String(Buffer.from((await opened.source.read('logseq/notegraph.json')).bytes))).toBe(random)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('[operations, Import and export] an archive has one compressor, whatever the number of notes', async () => {
  let compressors = 0
  const hook = createHook({ init: (_, type) => void (type === 'ZLIB' && compressors++) }).enable()
  try {
    const zip = zipTarget()
    zip.output.resume()
    for (let i = 0; i < 20; i++) await zip.write(`${i}.md`, `note ${i}`)
    zip.end()
  } finally {
    hook.disable()
  }
  expect(compressors).toBe(1)
})

test('[operations, Import and export] a write fails after the reader has gone', async () => {
  const zip = zipTarget()
  await zip.write('a.md', 'a')
  zip.output.destroy()
  await expect(zip.write('b.md', 'b')).rejects.toThrow('the reader of the archive is gone')
})
