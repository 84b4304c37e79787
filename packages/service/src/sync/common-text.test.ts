/** @module-tag both-stores */
import type { BlockRecord, GraphRecord } from '@notegraph/graph'
import { beforeEach, expect, test } from 'vitest'
import { change } from '../../test/edits.ts'
import { add, block, NOON, page } from '../../test/notes.ts'
import { desk, type Desk } from '../../test/writes.ts'
import { deviceAuthor } from '../author.ts'
import { commonText } from './common-text.ts'

const MINUTE = 60_000
let it: Desk
beforeEach(async () => {
  it = await desk()
  await add(it.graph, page('p1', 'Ada'), block('b1', 'p1', 'tea'))
})

const edit = async (text: string) => {
  it.clock.now += 60_000
  await it.writes.updateBlock(it.caller, 'b1', { text })
}
const found = async (since = 0) => {
  const { record } = (await it.graph.records.find('b1'))!
  return (await commonText(it.graph, record as BlockRecord, since))?.text
}
const withWords = (record: BlockRecord, text: string, minute: number): BlockRecord => ({
  ...record,
  words: { text, rev: `${text}~1`, at: NOON + minute * MINUTE },
  hist: [record.words.rev, ...record.hist],
})
/** A commit of a device, this many minutes after the first text. */
async function edited(device: string, minute: number, edit: (record: BlockRecord) => GraphRecord) {
  const { record, seq } = (await it.graph.records.find('b1'))!
  const by = deviceAuthor(device, device, NOON + minute * MINUTE)
  const done = await it.graph.commits.commit({
    puts: [{ record: edit(record as BlockRecord), from: seq }],
    by,
  })
  expect(done.ok).toBe(true)
}
const push = async (device: string, text: string, minute: number) =>
  edited(device, minute, (record) => withWords(record, text, minute))

/** Another device wrote this many minutes after the first text, without having seen the present one. */
const clash = async (minutes: number) =>
  edited('phone', minutes, (record) => ({
    ...record,
    versions: [{ text: 'milk', rev: 'phone~1', at: NOON + minutes * MINUTE, device: 'phone' }],
  }))

test('the text that a token replaced while a device was away', async () => {
  await edit('coffee')
  await clash(2)
  expect(await found()).toBe('tea')
})

test.each([
  [0.5, 'tea'],
  [1.5, 'coffee'],
  [9, 'coffee'],
])('of several, the latest before a version of minute %d is %s', async (minutes, text) => {
  await edit('coffee')
  await edit('cocoa')
  await clash(minutes)
  expect(await found()).toBe(text)
})

test('unknown words in between hide older ones', async () => {
  await edit('coffee')
  await change(it.graph, 'b1', ({ record }) => {
    const { words, hist, ...rest } = record as BlockRecord
    return {
      ...rest,
      words: { text: 'cocoa', rev: 'laptop~2', at: NOON + 90_000 },
      hist: ['lost', words.rev, ...hist],
    }
  })
  await clash(2)
  expect(await found()).toBeUndefined()
})

test('[H1] the text that a device replaced, from the history', async () => {
  await push('laptop', 'coffee', 20)
  await clash(20)
  expect(await found()).toBe('tea')
})

test('[H1] of several edits of devices, the latest before both versions', async () => {
  await push('laptop', 'coffee', 20)
  await push('tablet', 'cocoa', 40)
  await push('laptop', 'water', 60)
  await clash(50)
  expect(await found()).toBe('cocoa')
})

test('[H1] one edit in several pushes counts as one', async () => {
  await push('laptop', 'c', 20)
  await push('laptop', 'co', 21)
  await push('laptop', 'coffee', 22)
  await clash(22)
  expect(await found()).toBe('tea')
})

test('[H1] a text from before a deletion is not the one that both began from', async () => {
  await push('laptop', 'coffee', 20)
  await edited('tablet', 40, (record) => ({ ...record, deleted: NOON + 40 * MINUTE }))
  await edited('laptop', 60, (record) => {
    const { deleted: _deleted, ...live } = record
    return withWords(live, 'cocoa', 60)
  })
  await clash(70)
  expect(await found()).toBeUndefined()
})

test('changes that have expired are not searched, but the history is', async () => {
  await edit('coffee')
  await clash(2)
  const forgotten = it.clock.now + 1
  expect(await found(forgotten)).toBe('tea')
  await it.graph.history.expire(Number.MAX_SAFE_INTEGER)
  expect(await found(forgotten)).toBeUndefined()
})
