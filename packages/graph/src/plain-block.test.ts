import { expect, test } from 'vitest'
import { block, NOW, page } from '../test/builders.ts'
import { isPlain, plainBlock } from './plain-block.ts'
import type { BlockRecord, GraphRecord } from './record.ts'

const made = block('Knead', { parentId: 'b0', order: 2.5 })

test('a block is plain as it is made, and its few values say it whole', () => {
  expect(isPlain(made)).toBe(true)
  const { id, createdAt, updatedAt, words, place } = made
  const { pageId, parentId, order } = place
  const values = { id, content: words.text, rev: words.rev, pageId, parentId, order, createdAt, updatedAt }
  expect(plainBlock(values)).toEqual(made)
})

const differently = (record: object): BlockRecord => ({ ...made, ...record })

test.each<[string, GraphRecord]>([
  ['a page', page()],
  ['reworded', differently({ words: { ...made.words, at: NOW - 1 } })],
  ['moved', differently({ place: { ...made.place, at: NOW - 1 } })],
  ['of another stamp', differently({ updatedAt: NOW + 1 })],
  ['with a history', differently({ hist: ['r0'] })],
  ['with versions', differently({ versions: [] })],
  ['with a property', differently({ props: { k: { v: 1, at: NOW } } })],
  ['deleted', differently({ deleted: NOW })],
  ['of another schema', differently({ schema: 2 })],
  ['with a key that nobody knows', differently({ colour: 'red' })],
  ['with one among its words', differently({ words: { ...made.words, by: 'me' } })],
  ['with one in its place', differently({ place: { ...made.place, side: 'left' } })],
])('a record %s is not plain', (_, record) => {
  expect(isPlain(record)).toBe(false)
})
