import { beforeEach, expect, test } from 'vitest'
import { Clock, settled } from '../../test/device.ts'
import { uploadQueue, type UploadEnd, type UploadQueue } from './upload-queue.ts'

let clock: Clock
let waiting: string[]
/** Running uploads, with the function that ends each. */
let open: Map<string, (end: UploadEnd) => void>
let begun: string[]
let queue: UploadQueue

beforeEach(() => {
  clock = new Clock()
  waiting = []
  open = new Map()
  begun = []
  queue = uploadQueue(
    { later: (ms, run) => clock.later(ms, run), random: () => 1 },
    () => waiting,
    async (id, signal) => {
      begun.push(id)
      const end = await new Promise<UploadEnd>((resolve) => {
        open.set(id, resolve)
        signal.addEventListener('abort', () => resolve('later'))
      })
      open.delete(id)
      if (end === 'done') waiting = waiting.filter((one) => one !== id)
      return end
    },
    () => {},
  )
})

const end = async (id: string, how: UploadEnd): Promise<void> => {
  open.get(id)!(how)
  await settled()
}

test('three files are uploaded at once, in order, and the next when one is done', async () => {
  waiting = ['a', 'b', 'c', 'd', 'e']
  queue.start()
  expect(begun).toEqual(['a', 'b', 'c'])
  expect([queue.isRunning('c'), queue.isRunning('d')]).toEqual([true, false])
  await end('b', 'done')
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
})

test('nothing is uploaded before the start, and later files are uploaded at once', async () => {
  waiting = ['a']
  queue.added()
  expect(begun).toEqual([])
  queue.start()
  waiting.push('b')
  queue.added()
  expect(begun).toEqual(['a', 'b'])
})

test('failures back off up to a minute, and a success resets the delay', async () => {
  waiting = ['a']
  queue.start()
  const waits: number[] = []
  for (let n = 0; n < 8; n++) {
    await end('a', 'later')
    expect(open.size).toBe(0)
    waits.push(clock.next!)
    await clock.pass(clock.next!)
  }
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000])
  waiting.push('b')
  await end('a', 'done')
  await end('b', 'later')
  expect(clock.next).toBe(1_000)
})

test('simultaneous failures count once, and added files wait for the retry', async () => {
  waiting = ['a', 'b', 'c']
  queue.start()
  for (const id of ['a', 'b', 'c']) await end(id, 'later')
  waiting.push('d')
  queue.added()
  expect(begun).toEqual(['a', 'b', 'c'])
  expect(clock.next).toBe(1_000)
  await clock.pass(1_000)
  expect(begun).toEqual(['a', 'b', 'c', 'a', 'b', 'c'])
})

test('an explicit request skips the delay and resolves after every attempt', async () => {
  waiting = ['a']
  queue.start()
  await end('a', 'later')
  let heard = false
  const asked = (async () => {
    await queue.now()
    heard = true
  })()
  await settled()
  expect([begun, heard]).toEqual([['a', 'a'], false])
  await end('a', 'later')
  await asked
  expect(heard).toBe(true)
  expect(clock.next).toBe(2_000)
})

test('stopping aborts running uploads and starts no more, also for explicit requests', async () => {
  waiting = ['a', 'b', 'c', 'd']
  queue.start()
  const asked = queue.now()
  await queue.stop()
  await asked
  expect([begun, open.size, clock.next]).toEqual([['a', 'b', 'c'], 0, undefined])
  queue.start()
  expect(begun).toEqual(['a', 'b', 'c', 'a', 'b', 'c'])
})

test('a cancelled upload ends alone and is no failure', async () => {
  waiting = ['a', 'b']
  queue.start()
  waiting = ['b']
  queue.cancel('a')
  await settled()
  expect([...open.keys()]).toEqual(['b'])
  expect(clock.next).toBeUndefined()
})
