/**
 * The promises of sync as a device sees them over HTTP.
 *
 * @module-tag both-stores
 */
import { beforeEach, describe, expect, test } from 'vitest'
import { NOON } from './notes.ts'
import { aBlock, aPage, openSync, reworded, whole, type SyncApi } from './syncing.ts'

let api: SyncApi
beforeEach(async () => {
  api = await openSync()
})

const b = aBlock('b', 'as it was', { rev: 'r0', at: NOON - 9_000 })

/** The record as a client sends it that only knows `id` and `updatedAt`. */
const plain = (record: object, updatedAt: number, changed: object = {}) => ({
  ...record,
  ...changed,
  updatedAt,
})

describe('[service, What the service does 2] the server keeps the record with the later updatedAt', () => {
  const text = (text: string) => ({ words: { ...b.words, text } })

  test('a plain record that it does not have is kept', async () => {
    expect(await api.pushOne(b)).toMatchObject({ id: 'b', outcome: 'applied', record: b })
  })

  test('a later one takes its place', async () => {
    await api.pushOne(b)
    const result = await api.pushOne(plain(b, NOON - 5_000, text('later')))
    expect(result).toMatchObject({
      outcome: 'applied',
      record: { updatedAt: NOON - 5_000, words: { text: 'later' } },
    })
    expect((await api.get('/blocks/b')).body['block'].content).toBe('later')
  })

  test('a stale push is answered with the record the server holds', async () => {
    await api.pushOne(b)
    const held = (await api.pushOne(plain(b, NOON - 5_000, text('later')))).record
    const stale = await api.pushOne(plain(b, NOON - 9_000))
    expect(stale).toEqual({ id: 'b', outcome: 'kept', record: held })
    expect(await api.held('b')).toEqual(held)
  })

  test('by one that says its id and updatedAt alone too', async () => {
    await api.pushOne(b)
    const held = await api.held('b')
    for (const updatedAt of [1, NOON - 10_000, NOON - 9_000])
      expect(await api.pushOne({ id: 'b', updatedAt })).toEqual({ id: 'b', outcome: 'kept', record: held })
  })

  test.each([
    [
      { id: 'b', updatedAt: NOON },
      `b was changed at ${NOON}, later than the server's record, but the push has no content. Send the whole record.`,
    ],
    [
      { id: 'none', updatedAt: NOON },
      'The server has no record none. Send the whole record, with its kind, words, place and props.',
    ],
    [{ id: 'b' }, 'b: updatedAt takes a time in milliseconds since 1970, but is missing.'],
    [
      { id: 'b', updatedAt: '2026-11-20' },
      'b: updatedAt takes a time in milliseconds since 1970, not "2026-11-20".',
    ],
    [
      { id: 'a/b', updatedAt: 1 },
      'a/b: id takes an id of 1 to 64 characters of A-Z a-z 0-9 . _ -, not "a/b".',
    ],
    [
      { updatedAt: 1 },
      'records[0]: id takes an id of 1 to 64 characters of A-Z a-z 0-9 . _ -, but is missing.',
    ],
    [7, 'records[0]: a record must be an object.'],
    [{ id: 'b', updatedAt: NOON, kind: 'block' }, 'b: words takes an object, but is missing.'],
    [{ id: 'b', updatedAt: NOON, kind: 'file' }, 'b: kind takes page, block or shape.'],
  ])('%j is explained in words', async (record, error) => {
    await api.pushOne(b)
    expect(await api.pushOne(record)).toMatchObject({
      outcome: 'refused',
      error: { error, code: 'bad_request' },
    })
  })

  test('keys that the server does not know are kept and sent on', async () => {
    await api.pushOne({ ...b, mood: 'calm', x: { y: [1] } })
    const { body } = await api.pull()
    expect(body['records'].at(-1)).toMatchObject({ id: 'b', mood: 'calm', x: { y: [1] } })
  })
})

describe('[service, What the service does 2] a block whose words changed on two devices is never overwritten', () => {
  test.each([
    ['the later comes last', NOON - 5_000, NOON - 3_000, 'there', 'here'],
    ['the later came first', NOON - 3_000, NOON - 5_000, 'here', 'there'],
    ['both at once', NOON - 5_000, NOON - 5_000, 'here', 'there'],
  ])('%s: both versions are kept until a person picks one', async (_, first, second, shown, kept) => {
    await api.pushOne(whole(b))
    await api.pushOne(reworded(b, 'here', 'phone~1', first))
    await api.pushOne(reworded(b, 'there', 'laptop~1', second), 'laptop')
    expect(await api.held('b')).toMatchObject({ words: { text: shown }, versions: [{ text: kept }] })
    const { body } = await api.conflicts()
    await api.pick('b', body['blocks'][0].versions[0].rev)
    expect(await api.held('b')).toMatchObject({ words: { text: kept } })
    expect(await api.held('b')).not.toHaveProperty('versions')
  })

  test('by plain records too', async () => {
    await api.pushOne(b)
    await api.pushOne(plain(b, NOON - 5_000, { words: { ...b.words, text: 'here' } }))
    await api.pushOne(plain(b, NOON - 3_000, { words: { ...b.words, text: 'there' } }), 'laptop')
    expect(await api.held('b')).toMatchObject({ words: { text: 'there' }, versions: [{ text: 'here' }] })
  })
})

test('[service, What the service does 2] two devices that open the same day produce one record', async () => {
  const day = (at: number) => whole(aPage('journal-20261121', '2026-11-21', at))
  await api.pushAll([
    day(NOON - 5_000),
    whole(aBlock('one', 'from the phone', { pageId: 'journal-20261121' })),
  ])
  await api.pushAll(
    [day(NOON - 4_000), whole(aBlock('two', 'from the laptop', { pageId: 'journal-20261121' }))],
    'laptop',
  )
  const { body } = await api.get('/days/2026-11-21')
  expect(body['page'].id).toBe('journal-20261121')
  expect(body['total']).toBe(2)
})
