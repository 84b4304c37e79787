import type { BlockRecord } from '@notegraph/graph'
import { beforeEach, expect, test } from 'vitest'
import { change } from '../../test/edits.ts'
import { add, block, NOON, page } from '../../test/notes.ts'
import { desk, type Desk } from '../../test/writes.ts'
import { commonText } from './common-text.ts'

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
/** Another device wrote this many minutes after the first text. */
const clash = async (minutes: number) =>
  change(it.graph, 'b1', ({ record }) => ({
    ...record,
    versions: [{ text: 'milk', rev: 'phone~1', at: NOON + minutes * 60_000, device: 'phone' }],
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

test('changes that have expired are not searched', async () => {
  await edit('coffee')
  await clash(2)
  expect(await found(it.clock.now + 1)).toBeUndefined()
})
