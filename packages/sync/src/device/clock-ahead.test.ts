/** [sync device 3] Edits of a device whose clock was ahead, after it learns the server's time. */
import { beforeEach, expect, test } from 'vitest'
import { Clock, device, made, settled, type Device } from '../../test/device.ts'
import { memoryServer } from '../../test/memory-server.ts'

const DAY = 86_400_000
const SECOND = 1_000
let clock: Clock
let right: Device
let wrong: Device
/** The error of the clock of the device `wrong`. */
let ahead: number
let page: string

beforeEach(async () => {
  clock = new Clock()
  ahead = 0
  const server = memoryServer(() => clock.now)
  right = device('right', server, clock)
  wrong = device('wrong', server, clock, { offset: () => ahead })
  for (const { engine } of [right, wrong]) await engine.start()
  await settled()
  page = await made(right.engine.openPage('Tea'))
  await write(right, 'China')
  await everybody()
  clock.now += SECOND
})

const write = async (one: Device, origin: string) => made(one.engine.setProp(page, 'origin', origin))

async function everybody(): Promise<void> {
  for (const { engine } of [right, wrong, right]) await engine.sync()
}

async function origins(): Promise<unknown[]> {
  const pages = await Promise.all([right, wrong].map(async ({ engine }) => engine.pageNamed('Tea')))
  return pages.map((found) => found?.props['origin']?.v)
}

/** The other device edits a second later, and pushes first. */
async function writeLater(origin: string): Promise<void> {
  clock.now += SECOND
  await write(right, origin)
  await right.engine.sync()
  clock.now += SECOND
}

test('[sync device 3] an edit yields to a later one of another device', async () => {
  ahead = 5 * DAY
  await write(wrong, 'Japan')
  await writeLater('Assam')
  await everybody()
  expect(await origins()).toEqual(['Assam', 'Assam'])
})

test('[sync device 3] the second edit of a value yields too', async () => {
  ahead = 5 * DAY
  await write(wrong, 'India')
  await write(wrong, 'Japan')
  await writeLater('Assam')
  await everybody()
  expect(await origins()).toEqual(['Assam', 'Assam'])
})

test('[sync device 3] an edit that the server refused yields too', async () => {
  ahead = 5 * DAY
  await write(wrong, 'Japan')
  for (const key of ['a', 'b', 'c']) await made(wrong.engine.setProp(page, key, 'x'.repeat(30_000)))
  await clock.pass(2 * SECOND)
  expect((await wrong.engine.pending()).refused).toHaveLength(1)
  await writeLater('Assam')
  await wrong.engine.sync()
  await made(wrong.engine.setProp(page, 'a', null))
  await everybody()
  expect(await origins()).toEqual(['Assam', 'Assam'])
})

test('[sync device 3] an edit stays later than the value it replaced', async () => {
  ahead = DAY
  await write(wrong, 'Japan')
  // The clock jumps: the edit moves back by more than the clock was ahead.
  ahead = 5 * DAY
  await everybody()
  expect(await origins()).toEqual(['Japan', 'Japan'])
})
