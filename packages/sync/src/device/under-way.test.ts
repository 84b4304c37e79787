/** Edits by a person while a push of the same record has no answer yet. */
import { beforeEach, expect, test } from 'vitest'
import { Clock, device, made, type Device } from '../../test/device.ts'
import { memoryServer, type MemoryServer } from '../../test/memory-server.ts'

let server: MemoryServer
let a: Device
let b: Device
let page: string

beforeEach(async () => {
  const clock = new Clock()
  server = memoryServer(() => clock.now)
  a = device('a', server, clock)
  b = device('b', server, clock)
  for (const { engine } of [a, b]) await engine.open()
  page = await made(a.engine.openPage('Tea'))
})

async function everybody(): Promise<void> {
  for (const { engine } of [a, b, a]) await engine.sync()
}

/** Runs after the next push has reached the server, before its answer arrives. */
function beforeAnswer(edit: () => Promise<unknown>): void {
  server.afterPush = async () => {
    server.afterPush = undefined
    await edit()
  }
}

test('[sync device 4] a block deleted during the push of its new text stays deleted', async () => {
  const id = await made(a.engine.addBlock({ pageId: page }, 'first'))
  await everybody()
  await made(a.engine.setText(id, 'second'))
  beforeAnswer(async () => a.engine.deleteBlock(id))
  await everybody()
  for (const one of [a, b]) expect(await one.page(page)).toEqual([])
})

test('[sync device 3] an edit that makes a refused record acceptable is pushed at once', async () => {
  for (const key of ['a', 'b', 'c']) await made(a.engine.setProp(page, key, 'x'.repeat(30_000)))
  beforeAnswer(async () => made(a.engine.setProp(page, 'a', null)))
  await everybody()
  expect(await a.engine.pending()).toEqual({ waiting: 0, refused: [] })
  expect(await b.engine.pageNamed('Tea')).toBeDefined()
})
