import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { zipTarget } from './index.ts'

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
