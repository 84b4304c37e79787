import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { block, NOW, page } from '../test/builders.ts'
import { isPlain, plainBlock, plainBlockJson, recordJson } from './plain-block.ts'
import type { BlockRecord, GraphRecord } from './record.ts'

const made = block('Knead', { parentId: 'b0', order: 2.5 })

test('a new block is plain, and its few values restore the record', () => {
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

const id = fc.stringMatching(/^[A-Za-z0-9._-]{1,64}$/)
const time = fc.nat({ max: 8.64e15 })
const plain = fc.record({
  id,
  content: fc.string({ unit: 'binary' }),
  rev: fc.stringMatching(/^[!-~]{1,64}$/),
  pageId: id,
  parentId: fc.option(id),
  order: fc.double({ noNaN: true, noDefaultInfinity: true }),
  createdAt: time,
  updatedAt: time,
})

test("the JSON of a plain block equals the record's, byte for byte", () => {
  fc.assert(
    fc.property(plain, (block) => {
      const json = JSON.stringify(plainBlock(block))
      expect(plainBlockJson(block)).toBe(json)
      expect(recordJson(plainBlock(block))).toBe(json)
    }),
  )
})

test.each<[string, GraphRecord]>([
  ['a page', page({ type: 'book' })],
  ['a block with a history', differently({ hist: ['r0'] })],
  ['a deleted one', differently({ deleted: NOW })],
  ['one with a key that nobody knows', differently({ colour: 'red' })],
])('the JSON of %s is complete', (_, record) => {
  expect(JSON.parse(recordJson(record))).toEqual(record)
})
