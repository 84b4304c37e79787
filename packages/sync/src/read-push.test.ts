import { describe, expect, test } from 'vitest'
import { block, page } from '../test/builder.ts'
import { readPush, type ReadItem } from './index.ts'

const around = (...records: unknown[]) => ({ epoch: 1, device: 'dev', records })
const b = block('b', 'words')

function one(item: unknown): ReadItem {
  const read = readPush(JSON.parse(JSON.stringify(around(item))))
  if (!read.ok) throw new Error(read.error)
  return read.value.items[0]!
}

describe('an invalid push', () => {
  test.each<[unknown, string]>([
    [null, 'the body takes an object, not null'],
    [[], 'the body takes an object, not an array'],
    [{ device: 'd', records: [] }, 'epoch takes a finite number, but is missing'],
    [{ epoch: 1, device: 'a\nb', records: [] }, 'device takes a name of 1 to 100 characters'],
    [{ epoch: 1, device: 'd'.repeat(101), records: [] }, 'device takes a name of 1 to 100 characters'],
    [{ epoch: 1, device: 'd' }, 'records is missing'],
    [{ epoch: 1, device: 'd', records: {} }, 'records takes an array, not an object'],
    [around(...Array.from({ length: 501 }, () => b)), 'records has 501 members. The limit is 500'],
  ])('%j', (body, error) => {
    expect(readPush(body)).toEqual({ ok: false, error: expect.stringContaining(error) as string })
  })
})

describe('[sync server 6] an invalid record is refused with a reason', () => {
  const keys = (n: number) =>
    Object.fromEntries(Array.from({ length: n }, (_, i) => [`k${i}`, { v: 1, at: 1 }]))
  const deep: unknown = JSON.parse(`${'['.repeat(40)}1${']'.repeat(40)}`)
  test.each<[string, unknown, string]>([
    ['no object', 7, 'a record must be an object'],
    ['no id', { ...b, id: undefined }, 'id takes an id'],
    ['a wrong id', { ...b, id: '../x' }, 'id takes an id of 1 to 64 characters'],
    ['a wrong page', { ...b, place: { ...b.place, pageId: 'a/b' } }, 'place.pageId takes an id'],
    [
      'under itself',
      { ...b, place: { ...b.place, parentId: 'b' } },
      'place.parentId is the id of the record itself',
    ],
    [
      'no time',
      { ...b, updatedAt: undefined },
      'updatedAt takes a time in milliseconds since 1970, but is missing',
    ],
    [
      'an endless order',
      { ...b, place: { ...b.place, order: Infinity } },
      'place.order takes a finite number, not null',
    ],
    ['no words', { ...b, words: undefined }, 'words takes an object, but is missing'],
    ['words without a revision', { ...b, words: { text: 'x', at: 1 } }, 'words.rev takes a revision'],
    ['half a pair', { ...b, words: { text: 'x\ud800', rev: 'r', at: 1 } }, 'half of a surrogate pair'],
    ['NUL', { ...b, words: { text: 'x\0', rev: 'r', at: 1 } }, 'contains NUL'],
    ['another kind', { ...b, kind: 'file' }, 'kind takes page, block or shape'],
    ['another schema', { ...b, schema: 2 }, 'schema 2 is unknown'],
    ['a hundred thousand keys', { ...b, props: keys(100_000) }, 'props has 100000 keys. The limit is 1000'],
    ['many strange keys', { ...b, ...keys(1_001) }, 'unknown keys'],
    ['a deep value', { ...b, props: { k: { v: deep, at: 1 } } }, 'nests deeper than 32'],
    ['a prop without a time', { ...b, props: { k: { v: 1 } } }, 'props.k.at takes a time'],
    ['a prop without a value', { ...b, props: { k: { at: 1 } } }, 'props.k.v is missing'],
    ['a group it does not have', { record: b, dirty: ['props.nothing'] }, 'dirty names "props.nothing"'],
    ['words of a page', { record: page('p', 'Tea'), dirty: ['words'] }, 'dirty names "words"'],
    [
      'many revisions',
      { record: b, dirty: [], seen: Array.from({ length: 257 }, () => 'r') },
      'seen has 257 members',
    ],
  ])('%s', (_, item, error) => {
    expect(one(item)).toMatchObject({ form: 'wrong', error: expect.stringContaining(error) as string })
  })
})

test.each([Infinity, -Infinity, NaN, -1])('[sync server 6] a time of %d is refused', (at) => {
  const read = readPush(around({ ...b, words: { ...b.words, at } }))
  expect(read.ok && read.value.items).toMatchObject([{ form: 'wrong' }])
})

describe('the forms of a pushed record', () => {
  test('with groups, without groups, and without content', () => {
    expect(one({ record: b, dirty: ['words'], seen: ['r0'], drops: [] })).toMatchObject({
      form: 'groups',
      id: 'b',
    })
    expect(one({ record: b })).toMatchObject({ form: 'plain', id: 'b' })
    expect(one(b)).toMatchObject({ form: 'plain', id: 'b' })
    expect(one({ id: 'b', updatedAt: 5 })).toEqual({ form: 'bare', id: 'b', updatedAt: 5 })
  })

  test('unknown keys are kept, and line breaks are normalized', () => {
    const item = one({ ...b, words: { ...b.words, text: 'a\r\nb\rc' }, colour: { deep: ['red'] } })
    expect(item.form === 'plain' && item.record).toMatchObject({
      words: { text: 'a\nb\nc' },
      colour: { deep: ['red'] },
    })
  })
})
