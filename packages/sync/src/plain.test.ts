import type { BlockRecord } from '@notegraph/graph'
import { expect, test } from 'vitest'
import { block, mergeOne, page, words, mergedBlock } from '../test/builder.ts'
import { plainPush } from './index.ts'

const first = block('b', 'first')
const second = mergedBlock(mergeOne(first, words(first, 'second', 'r1', 200)))

/** The record after a change by a client that only knows two members. */
const changed = (record: BlockRecord, text: string, updatedAt: number): BlockRecord => ({
  ...record,
  words: { ...record.words, text },
  updatedAt,
})

test.each<[string, BlockRecord, BlockRecord, string, string[], string]>([
  ['as it was pulled', second, second, 'second', [], 'applied'],
  ['an old copy', second, first, 'second', [], 'kept'],
  ['words changed, seen', second, changed(second, 'third', 300), 'third', [], 'applied'],
  ['words of an old copy changed later', second, changed(first, 'mine', 300), 'mine', ['second'], 'applied'],
  ['words of an old copy changed earlier', second, changed(first, 'mine', 150), 'second', ['mine'], 'kept'],
])('[service, What the service does 2] %s', (_, held, record, shown, versions, outcome) => {
  const merged = mergeOne(held, plainPush(held, record))
  expect(merged.outcome).toBe(outcome)
  const after = mergedBlock(merged)
  expect([after.words.text, (after.versions ?? []).map(({ text }) => text)]).toEqual([shown, versions])
  expect(mergedBlock(mergeOne(after, plainPush(after, record)))).toBe(after)
})

test('[service, What the service does 2] the later change of a page wins', () => {
  const held = page('p', 'Tea', { k: 'v' }, 200)
  const record = { ...held, props: { ...held.props, k: { v: 'w', at: 200 } } }
  const result = (updatedAt: number) => {
    const merged = mergeOne(held, plainPush(held, { ...record, updatedAt }))
    return 'record' in merged && merged.record.props['k']
  }
  expect(result(300)).toEqual({ v: 'w', at: 300 })
  const stale = { ...record, props: { ...held.props, k: { v: 'a', at: 100 } } }
  expect(mergeOne(held, plainPush(held, { ...stale, updatedAt: 150 })).outcome).toBe('kept')
})
