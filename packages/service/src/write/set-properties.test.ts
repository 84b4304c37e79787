import { SetPropertiesAnswer, SetPropertyAnswer } from '@notegraph/contract'
import { setProps, type PageRecord } from '@notegraph/graph'
import { beforeEach, describe, expect, test } from 'vitest'
import { change } from '../../test/edits.ts'
import { add, NOON, page } from '../../test/notes.ts'
import { desk, ORIGIN, refused, taken, type Desk } from '../../test/writes.ts'

let it: Desk
beforeEach(async () => {
  it = await desk()
})

type Props = Record<string, string | null>

const holds = (props: Record<string, string>, name = 'Ada') =>
  add(it.graph, page('p1', name, Object.entries(props)))
const sets = async (key: string, value: string | null) =>
  taken(SetPropertyAnswer, await it.writes.setProperty(it.caller, 'Ada', key, { value }))
const setsAll = async (properties: Props) =>
  taken(SetPropertiesAnswer, await it.writes.setProperties(it.caller, 'Ada', { properties }))

describe('[12] a property', () => {
  const PERSON = { type: 'person', birthday: '1815-12-10' }
  test.each<[Record<string, string>, key: string, value: string | null, kept: string, props: object]>([
    [{}, 'mood', 'glad', 'mood', { mood: 'glad' }],
    [{}, ' Favourite Tea ', ' green ', 'favourite-tea', { 'favourite-tea': 'green' }],
    [{ mood: 'glad' }, 'MOOD', 'grave', 'mood', { mood: 'grave' }],
    [{ mood: 'glad' }, 'mood', null, 'mood', {}],
    [{ mood: 'glad' }, 'mood', '  ', 'mood', {}],
    [PERSON, 'Birthday', '1816-01-01', 'birthday', { ...PERSON, birthday: '1816-01-01' }],
    [PERSON, 'birthday', 'Jan 1st, 1816', 'birthday', { ...PERSON, birthday: '1816-01-01' }],
    [PERSON, 'works at', 'Society', 'works-at', { ...PERSON, 'works-at': '[[Society]]' }],
    [PERSON, 'About', 'a life', 'description', { ...PERSON, description: 'a life' }],
    [PERSON, 'Genre', 'x', 'genre', { ...PERSON, genre: 'x' }], // not a field of a person
    [{ type: 'book' }, 'Status', 'to READ', 'status', { type: 'book', status: 'To read' }],
    [{ type: 'book' }, 'Rating', '5', 'rating', { type: 'book', rating: '5' }],
    [{}, 'Birthday', 'soon', 'birthday', { birthday: 'soon' }], // not a field without a type
    [{ type: 'recipe' }, 'Birthday', 'soon', 'birthday', { type: 'recipe', birthday: 'soon' }],
    [{}, 'type', 'Person', 'type', { type: 'person' }],
    [PERSON, 'Type', null, 'type', { birthday: '1815-12-10' }],
    [PERSON, 'type', '[[TV show]]', 'type', { ...PERSON, type: 'tv-show' }],
    [
      { image: 'https://a.example/x.png' },
      'image',
      'https://b.example/y.png',
      'image',
      { image: 'https://b.example/y.png' },
    ],
  ])('of %j: %j set to %j is kept as %s', async (props, key, value, kept, after) => {
    await holds(props)
    const answer = await sets(key, value)
    expect(answer).toMatchObject({ ok: true, changed: true, ids: { pageId: 'p1' }, key: kept })
    expect(answer.page.props).toEqual(after)
    expect(await it.graph.changes.countOpen(0)).toBe(1)
  })

  test.each<[Record<string, string>, key: string, value: string | null]>([
    [{ mood: 'glad' }, 'Mood', ' glad '],
    [{}, 'mood', null],
    [{}, 'mood', ' '],
    [{ type: 'person' }, 'type', 'PERSON'],
    [{ type: 'person', knows: '[[A]], [[B]]' }, 'Knows', 'A, B'],
    [{ type: 'book', status: 'To read' }, 'status', 'to read'],
  ])('of %j: %j set to %j changes nothing', async (props, key, value) => {
    await holds(props)
    expect(await sets(key, value)).toMatchObject({ ok: true, changed: false, page: { props } })
    expect([await it.graph.changes.countOpen(0), await it.graph.commits.head()]).toEqual([0, 1])
  })

  test('of a page is found by its name, an alias, or any form of its day', async () => {
    await add(it.graph, page('p1', 'Ada', [['alias', 'Countess']]), page('journal-20261120', 'Friday'))
    for (const name of ['ada', 'COUNTESS', '2026-11-20', 'Nov 20th, 2026'])
      expect((await it.writes.setProperty(it.caller, name, 'mood', { value: 'x' })).ok).toBe(true)
    for (const name of ['Nobody', 'today', '2026-11-21', 'p1', ''])
      expect(refused(await it.writes.setProperty(it.caller, name, '', { value: '\u0000' })).code).toBe(
        'not_found',
      )
    expect(refused(await it.writes.setProperty(it.caller, '2026-02-30', 'a', { value: 'b' })).code).toBe(
      'bad_request',
    )
  })

  test('[D3.7] has a time of its own, and those beside it keep theirs', async () => {
    await holds({ a: '1', b: '2' })
    it.clock.now += 5_000
    await sets('b', '3')
    const { props } = (await it.graph.records.find('p1'))!.record
    expect([props['a'], props['b']]).toEqual([
      { v: '1', at: NOON },
      { v: '3', at: NOON + 5_000 },
    ])
    await sets('a', null)
    expect((await it.graph.records.find('p1'))!.record.props['a']).toEqual({ v: null, at: NOON + 5_000 })
  })

  test.each(['__proto__', 'constructor'])('may be called %s', async (key) => {
    await holds({})
    const result = await it.writes.setProperty(it.caller, 'Ada', key, { value: 'x' })
    expect(result.ok && result.value.json).toContain(`"props":{"${key}":"x"}`)
    expect(await sets(key, 'x')).toMatchObject({ changed: false, key })
  })

  test('that a device spelled otherwise is set all the same', async () => {
    await holds({ Mood: 'glad' })
    expect((await sets('mood', 'grave')).page.props).toEqual({ mood: 'grave' })
    expect((await sets('MOOD', null)).page.props).toEqual({})
  })

  test('that a device wrote as a list is compared and set by its words', async () => {
    await holds({})
    await change(it.graph, 'p1', ({ record }) => setProps(record as PageRecord, [['tags', ['a', 'b']]], NOON))
    expect((await sets('tags', 'a, b')).changed).toBe(false)
    expect((await sets('tags', 'a')).page.tags).toEqual(['a'])
  })
})

describe('[13] several properties', () => {
  test('`type` goes first, and the others are fields of the type that the page will have', async () => {
    await holds({})
    const answer = await setsAll({ Birthday: 'Dec 10th, 1815', Mood: 'glad', TYPE: 'Person', Knows: 'A' })
    expect(answer.keys).toEqual(['type', 'birthday', 'mood', 'knows'])
    expect(answer.page.fields).toEqual({ Birthday: '1815-12-10', Knows: ['A'] })
    const { changes } = await it.graph.changes.list({ since: 0 }, { limit: 9, offset: 0 })
    expect(changes).toHaveLength(1) // one change, reverted by one revert
  })

  test('a type that is taken off leaves no fields', async () => {
    await holds({ type: 'person', birthday: '1815-12-10' })
    const answer = await setsAll({ birthday: 'soon', type: null })
    expect(answer.page).toMatchObject({ props: { birthday: 'soon' }, fields: {} })
  })

  test('a property that has its value already is named too, and not listed', async () => {
    await holds({ mood: 'glad' })
    expect((await setsAll({ mood: 'glad', tea: 'green' })).keys).toEqual(['mood', 'tea'])
    const { changes } = await it.graph.changes.list({ since: 0 }, { limit: 9, offset: 0 })
    const entry = (await it.graph.changes.find(changes[0]!.id))!
    expect(entry.touched).toEqual([{ kind: 'property', id: 'p1', key: 'tea', before: null, after: 'green' }])
    expect(await setsAll({ mood: 'glad', tea: 'green', x: null })).toMatchObject({
      changed: false,
      keys: ['mood', 'tea', 'x'],
    })
  })
})

const BAD: [held: Record<string, string>, sent: Props, words: RegExp][] = [
  [{}, { type: 'recipe' }, /^type takes person,/],
  [{ type: 'person' }, { Birthday: 'soon' }, /^Birthday takes a day such as 1815-12-10, not "soon"\.$/],
  [{}, { type: 'person', birthday: '2026-02-30' }, /^Birthday takes a day/],
  [{ type: 'book' }, { Rating: '6' }, /^Rating takes a whole number of stars/],
  [
    { type: 'person' },
    { Birthday: '1815-12-10', BIRTHDAY: null },
    /"Birthday" and "BIRTHDAY" are one property/,
  ],
  [{ type: 'person' }, { 'works at': null, 'Works-At': null }, /are one property/],
  [{}, { 'a b': '1', 'A-B': '2' }, /are one property/],
  [{}, { type: null, Type: 'person' }, /are one property/],
  [{}, { '': 'x' }, /this one is empty/],
  [{}, { ['k'.repeat(65)]: 'x' }, /at most 64 characters/],
  [{}, { 'a:b': 'x' }, /made of letters/],
  [{}, { 'a\u0000b': 'x' }, /made of letters/],
  ...[
    'id',
    'Collapsed',
    'title',
    'NAME',
    'pdf',
    'file',
    'sketch-scene',
    'snapshot',
    'snapshot-at',
    'snapshot url',
    'picture-missed',
  ].map((key): [Record<string, string>, Props, RegExp] => [{}, { [key]: null }, /kept by the service/]),
  [{}, { mood: 'a\nb' }, /one line/],
  [{}, { mood: 'a\tb' }, /one line/],
  [{}, { mood: 'a\u0085' }, /one line/],
  [{}, { mood: 'a\ud800' }, /half of a pair/],
  [{ mood: 'glad' }, { mood: '\u000b' }, /^The property "mood" takes one line/],
  [{ mood: 'glad' }, { mood: ' \n' }, /^The property "mood" takes one line/],
  [{}, { type: 'person\n' }, /^type takes one line/],
  [{ type: 'person' }, { type: '\n' }, /^type takes one line/],
  [{ type: 'person' }, { Birthday: '1815-12-10\n' }, /^Birthday takes one line/],
  [{ type: 'person' }, { Birthday: '\ttoday' }, /^Birthday takes one line/],
  [{ type: 'person' }, { Died: '1852-11-27\u000b' }, /^Died takes one line/],
  [{ type: 'person' }, { 'Birthday\n': '1815-12-10' }, /made of letters/],
  [{ type: 'person' }, { '\u0085birthday': null }, /made of letters/],
  [{}, { mood: 'x'.repeat(2_001) }, /^The property "mood" takes at most 2000 characters, not 2001\.$/],
  [{ type: 'person' }, { Knows: 'x'.repeat(1_997) }, /^Knows takes at most 2000 characters, not 2001\.$/],
  [{}, { mood: 'see /api/files/abc' }, /names a file/],
  [{}, { mood: `${ORIGIN}/api/files/abc?x` }, /names a file/],
  [{}, { image: '/api/files/abc' }, /names a file/],
  [{}, { mood: '[picture: x]' }, /names a file/],
  [{}, { 'x/api/files/abc': 'x', '/api/files/abc': 'x' }, /names a file/],
]

const wrong = (words: RegExp) => ({ code: 'bad_request', error: expect.stringMatching(words) as string })

describe('[12] [13] [D3.5] [D3.6] refuses with 400 and writes nothing', () => {
  test.each(BAD)('on %j: %j', async (held, sent, words) => {
    await holds(held)
    const properties = { fine: 'x', ...sent }
    expect(refused(await it.writes.setProperties(it.caller, 'Ada', { properties }))).toMatchObject(
      wrong(words),
    )
    expect([await it.graph.changes.countOpen(0), await it.graph.commits.head()]).toEqual([0, 1])
  })

  test.each(BAD.filter(([, sent]) => Object.keys(sent).length === 1))(
    'on %j, alone: %j',
    async (held, sent, words) => {
      await holds(held)
      const [[key, value] = ['', '']] = Object.entries(sent)
      expect(refused(await it.writes.setProperty(it.caller, 'Ada', key, { value }))).toMatchObject(
        wrong(words),
      )
      expect([await it.graph.changes.countOpen(0), await it.graph.commits.head()]).toEqual([0, 1])
    },
  )

  test.each([
    ['k'.repeat(64), 'x'],
    ['mood', 'x'.repeat(2_000)],
    ['mood', `  ${'x'.repeat(2_000)} `],
    ['größe/_.-', 'x'],
    ['名前', '图'.repeat(2_000)],
  ])('%j takes %j', async (key, value) => {
    await holds({})
    expect((await sets(key, value)).page.props[key]).toBe(value.trim())
  })
})

describe('[12] a picture that the service keeps is left alone: 409', () => {
  test.each(['/api/files/abc', '![x](/api/files/abc)', `${ORIGIN}/api/files/abc`])('%j', async (image) => {
    await holds({ image, mood: 'glad' })
    const kept = { code: 'conflict', why: 'picture_kept' }
    for (const value of ['https://a.example/x.png', null]) {
      expect(refused(await it.writes.setProperty(it.caller, 'Ada', 'Image', { value }))).toEqual(kept)
      const properties = { mood: 'grave', image: value }
      expect(refused(await it.writes.setProperties(it.caller, 'Ada', { properties }))).toEqual(kept)
    }
    const properties = { image: null, mood: 'a\nb' }
    expect(refused(await it.writes.setProperties(it.caller, 'Ada', { properties })).code).toBe('bad_request')
    expect((await setsAll({ mood: 'grave' })).page.props).toMatchObject({ mood: 'grave' })
  })
})

describe('[D3.8] a page takes 65,536 characters of properties', () => {
  /** 32 properties of 2,048 characters with their keys; the last one is longer or shorter by `more`. */
  const full = (more: number): Record<string, string> =>
    Object.fromEntries(
      Array.from({ length: 32 }, (_, n) => [
        `k${n}`.padEnd(48, 'x'),
        'v'.repeat(2_000 + (n === 31 ? more : 0)),
      ]),
    )

  test('to the last one, keys that were taken off too', async () => {
    await holds(full(-10))
    const result = await it.writes.setProperty(it.caller, 'Ada', 'abcd', { value: '1234567' })
    expect(refused(result)).toMatchObject({ code: 'bad_request', error: expect.stringContaining('65537') })
    expect((await sets('abcd', '123456')).changed).toBe(true)
    expect((await sets('abcd', null)).changed).toBe(true)
    expect(refused(await it.writes.setProperty(it.caller, 'Ada', 'x', { value: '123456' })).code).toBe(
      'bad_request',
    )
    expect((await sets('x', '12345')).changed).toBe(true)
  })

  test('a page that is past it may shrink, never grow', async () => {
    const props = full(500)
    await holds(props)
    const [first = ''] = Object.keys(props)
    expect(refused(await it.writes.setProperty(it.caller, 'Ada', 'a', { value: 'b' })).code).toBe(
      'bad_request',
    )
    expect((await sets(first, 'w'.repeat(2_000))).changed).toBe(true)
    expect((await sets(first, 'w'.repeat(1_999))).changed).toBe(true)
    expect(
      refused(await it.writes.setProperty(it.caller, 'Ada', first, { value: 'w'.repeat(2_000) })).code,
    ).toBe('bad_request')
    expect((await sets(first, null)).changed).toBe(true)
  })
})
