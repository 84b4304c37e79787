/**
 * Names that are added to lists of values and removed from them, over the API and over MCP.
 *
 * @module-tag both-stores
 */
import { beforeEach, describe, expect, test } from 'vitest'
import { openApi, type Api } from './api.ts'

let api: Api
beforeEach(async () => {
  api = await openApi()
  await api.post('/pages', {
    name: 'Mary',
    type: 'person',
    properties: { knows: 'Ada, Bob', tags: 'work, #home', alias: 'M, Knuth [[a, b]]', mood: 'calm' },
  })
})

const set = (key: string, value: unknown) => api.patch(`/pages/Mary/properties/${key}`, { value })
const held = async () => (await api.get('/pages/Mary')).body['page'].props as Record<string, string>

describe('[A11.3] names are added to a list and removed from it', () => {
  test.each([
    ['knows', { add: ['Eve'] }, '[[Ada]], [[Bob]], [[Eve]]', ['Ada', 'Bob'], ['Ada', 'Bob', 'Eve']],
    ['Knows', { remove: ['ADA'] }, '[[Bob]]', ['Ada', 'Bob'], ['Bob']],
    [
      'knows',
      { add: ['[[Eve]]', 'eve', 'bob'], remove: ['[[ada]]'] },
      '[[Bob]], [[Eve]]',
      ['Ada', 'Bob'],
      ['Bob', 'Eve'],
    ],
    [
      'knows',
      { add: ['Knuth, D.'] },
      '[[Ada]], [[Bob]], [[Knuth, D.]]',
      ['Ada', 'Bob'],
      ['Ada', 'Bob', 'Knuth, D.'],
    ],
    ['tags', { add: ['garden'], remove: ['#Home'] }, 'work, garden', ['work', 'home'], ['work', 'garden']],
    ['tags', { add: ['a, b'] }, 'work, #home, [[a, b]]', ['work', 'home'], ['work', 'home', 'a, b']],
    ['works-at', { add: ['Mill'] }, '[[Mill]]', [], ['Mill']],
  ])('%s with %j is %j', async (key, value, stored, before, after) => {
    const { status, body } = await set(key, value)
    expect([status, body]).toMatchObject([
      200,
      { changed: true, lists: { [body['key']]: { before, after } } },
    ])
    expect((await held())[body['key']]).toBe(stored)
    expect((await set(key, value)).body).toMatchObject({ changed: false })
  })

  test('removing what is not there changes nothing, and the last name takes the property off', async () => {
    const same = { before: ['Ada', 'Bob'], after: ['Ada', 'Bob'] }
    expect((await set('knows', { remove: ['Eve'] })).body).toMatchObject({
      changed: false,
      lists: { knows: same },
    })
    expect((await set('lives-in', { remove: ['Eve'] })).body).toMatchObject({
      changed: false,
      lists: { 'lives-in': { before: [], after: [] } },
    })
    expect((await set('knows', { remove: ['ada', 'bob'] })).body).toMatchObject({
      lists: { knows: { after: [] } },
    })
    expect(await held()).not.toHaveProperty('knows')
  })

  test('several properties change at once, as fields of the type that the page gets', async () => {
    const properties = { tags: { add: ['x'] }, author: { add: ['Ada'] }, type: 'book', mood: 'glad' }
    const { body } = await api.patch('/pages/Mary/properties', { properties })
    expect(body['lists']).toEqual({
      tags: { before: ['work', 'home'], after: ['work', 'home', 'x'] },
      author: { before: [], after: ['Ada'] },
    })
    expect(await held()).toMatchObject({
      tags: 'work, #home, x',
      author: '[[Ada]]',
      type: 'book',
      mood: 'glad',
    })
  })

  test('tags of a block', async () => {
    const { body } = await api.post('/pages/Mary/blocks', { text: 'words\ntags:: a, b' })
    const id = body['ids'].blockId as string
    const properties = { tags: { add: ['c'], remove: ['A'] } }
    const changed = await api.patch(`/blocks/${id}/properties`, { properties })
    expect(changed.body).toMatchObject({
      keys: ['tags'],
      lists: { tags: { before: ['a', 'b'], after: ['b', 'c'] } },
      block: { content: 'words\ntags:: b, c' },
    })
    const wrong = await api.patch(`/blocks/${id}/properties`, {
      properties: { mood: { add: ['c'] } },
    })
    expect([wrong.status, wrong.body['error']]).toEqual([400, expect.stringContaining('is no list of names')])
  })

  test.each([
    ['knows', { add: ['Eve'], remove: ['eve'] }, 'Knows cannot both add and remove "Eve"'],
    ['knows', { add: ['[[A]], [[B]]'] }, 'one page name in each text'],
    ['knows', { add: ['a [[b]]'] }, 'one page name in each text'],
    ['knows', { add: [''] }, 'this one is blank'],
    ['knows', { add: ['a\nb'] }, 'one line'],
    ['knows', {}, 'value takes an object of names to add and remove'],
    ['knows', { add: [] }, 'value takes an object of names to add and remove'],
    ['knows', { add: 'Eve' }, 'value takes an object of names to add and remove'],
    ['knows', { add: ['Eve'], set: [] }, 'value takes an object of names to add and remove'],
    ['mood', { add: ['Eve'] }, 'is no list of names'],
    ['email', { add: ['Eve'] }, 'Email is no list of names'],
    ['type', { add: ['book'] }, 'Type is no list of names'],
  ])('%s with %j is 400: %s', async (key, value, words) => {
    const before = await held()
    const { status, body } = await set(key, value)
    expect([status, body['error']]).toEqual([400, expect.stringContaining(words)])
    expect(await held()).toEqual(before)
  })

  test('a list that becomes too long is 400', async () => {
    const { status, body } = await set('tags', { add: ['x'.repeat(5_000)] })
    expect([status, body['error']]).toEqual([400, expect.stringContaining('characters')])
  })

  test('in a batch, each operation sees the list that the one before left', async () => {
    const change = (value: object) => ({ op: 'set_property', page: 'Mary', key: 'knows', value })
    const operations = [change({ add: ['Eve'] }), change({ remove: ['Eve', 'Ada'] })]
    const { status, body } = await api.post('/batch', { operations })
    expect([status, body]).toMatchObject([
      200,
      { results: [{}, { lists: { knows: { before: ['Ada', 'Bob', 'Eve'], after: ['Bob'] } } }] },
    ])
    expect((await held())['knows']).toBe('[[Bob]]')
  })
})
